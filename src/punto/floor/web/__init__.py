"""HTTP and WebSocket server of a floor."""
