"""Events as the auditor reads them."""
