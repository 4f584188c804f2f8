"""Measure ratios against peers and limits, each pair in one run."""
