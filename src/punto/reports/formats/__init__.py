"""Sheets as text, HTML, PDF, CSV and SVG."""
