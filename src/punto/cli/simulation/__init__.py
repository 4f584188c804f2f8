"""The verbs that simulate shoes and patrons."""
