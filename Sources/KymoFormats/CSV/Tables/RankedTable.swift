/// A table that other files of the same recording may have in a better or worse form.
protocol RankedTable {
  /// Which one of several files of one recording is taken: the one with the lowest rank.
  var rank: Int { get }
}

extension AccelerationTable: RankedTable {}
extension LocationTable: RankedTable {}
extension SampleTable: RankedTable {}
