// Only the page itself.
