"""Connections, enrolment, visits and vouchers of terminals."""
