// SAFETY: the value is put in by one thread and taken out by one other, and the two are ordered by the start of
// a thread or by its join: whoever uses this type must see to that.
extension HandOver: @unchecked Sendable where Value: ~Copyable {}
