// Placeholder: replaced by the first type of this module.
