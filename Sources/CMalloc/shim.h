#pragma once
// What tunes the allocator: Swift's own module of libc leaves it out.
#include <malloc.h>
