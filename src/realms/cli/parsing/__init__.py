"""What a command line may be: what is wrong with one, and how one may go on."""
