// Nothing to call; a target of C needs a header. See Mutex.c and Continuation.c.
