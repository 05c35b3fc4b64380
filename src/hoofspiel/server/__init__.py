"""The edge: HTTP and WebSocket in front of live tables."""
