"""Sessions and their journal kept in a file or on a server, proven, copied, carried in and out."""
