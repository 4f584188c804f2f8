"""Simulate millions of shoes, card counting and bankrolls on a CPU, a GPU or a cluster."""
