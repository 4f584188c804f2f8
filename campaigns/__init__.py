"""Campaigns: the long runs, each printing what it did and a control that fails."""
