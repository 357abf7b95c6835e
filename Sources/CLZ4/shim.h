#pragma once
#include <lz4frame.h>
