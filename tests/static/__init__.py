"""Tests of the browser's modules, which Node runs, and the types of what the server sends them."""
