"""What texts say by themselves: words, length, likeness."""
