"""Simulation of millions of shoes, card counting and bankrolls on a CPU, GPU or cluster."""
