// KymoBench
