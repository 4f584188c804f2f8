"""Transport: HTTP and WebSocket."""
