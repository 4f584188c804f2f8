"""Product against peers and limits: ratios within one run."""
