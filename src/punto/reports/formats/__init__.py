"""Render sheets and reports as text, HTML, PDF, CSV, JSON and SVG."""
