"""The command line of Punto, with one module for each verb."""
