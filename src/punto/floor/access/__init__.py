"""Sign-in, passwords, sessions and authorisation of staff."""
