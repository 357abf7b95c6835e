/// An element that cannot be copied and that tells its balance when it is destroyed.
struct Token: ~Copyable, Sendable {
  let number: Int
  let balance: Balance

  deinit { balance.died(number) }
}
