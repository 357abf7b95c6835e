// The third line throws.

  throw new RangeError("boom");
