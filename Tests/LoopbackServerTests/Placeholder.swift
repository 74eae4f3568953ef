// Placeholder: replaced by the first suite of this target.
