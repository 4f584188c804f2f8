"""Dealing devices, emulators and manual entry of cards."""
