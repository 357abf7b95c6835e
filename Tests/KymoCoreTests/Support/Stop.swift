/// What a closure of a test throws on purpose.
struct Stop: Error, Equatable {}
