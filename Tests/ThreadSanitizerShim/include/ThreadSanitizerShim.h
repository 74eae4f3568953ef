// Nothing to call; a target of C needs a header. See ThreadSanitizerShim.c.
