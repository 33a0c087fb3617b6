"""Environments for learning programs: PettingZoo's and Gymnasium's ways to play our games.

They translate and know no rule; `docs/pettingzoo.md` tells how to use them. Their packages
come with the extra `research`.
"""
