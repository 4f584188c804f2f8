"""Typed messages between browser and floor."""
