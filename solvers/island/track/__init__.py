"""The cheapest track that joins towns, by two exact methods, and its turns."""
