"""Terminals: connections, enrolment, visits and vouchers."""
