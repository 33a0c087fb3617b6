"""What runs in the environment of another engine, without any of ours."""
