"""What happens over millions of shoes: totals, counting and bankrolls, on a CPU, GPU or cluster."""
