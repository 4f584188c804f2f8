"""Decide the commands that every table knows."""
