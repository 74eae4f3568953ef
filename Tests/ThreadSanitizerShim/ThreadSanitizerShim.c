#include "ThreadSanitizerShim.h"
