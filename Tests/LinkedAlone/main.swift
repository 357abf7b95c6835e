import KymoBench

// Depends on one library alone: Tests/Interop/test_link_line.py looks at what it is linked with.
let plan = try ArrivalPlan.constant(rate: 1000, length: .events(3))
print(plan.count)
