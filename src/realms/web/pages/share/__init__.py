"""The picture of a result, for chats."""
