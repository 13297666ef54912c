"""What a judge is told, how its reply is read, and what its digest stands for."""
