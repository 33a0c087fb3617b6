"""The bots of Fantasy Realms, the advice they give, and what they weigh."""
