"""Benchmarks: ratios against peers and limits, measured in one run."""
