"""First folders of a title: from facts in JSON, or like a title that is there."""
