"""The bots of Medieval Realms, the advice they give, and what they weigh."""
