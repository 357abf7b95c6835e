import KymoBench
import KymoText

/// The data that the script needs to read a figure of several values at each of a few places.
struct SeriesData {
  /// The names of the values; plain text without `|`.
  var names: [String]
  /// The heading above the values of each place.
  var headings: [String] = []
  /// Where the places are, from 0 to 1, ascending.
  var places: [Double] = []
  /// The values of each place in ns; nil where there is none.
  var values: [[Int64?]] = []

  /// Adds a place.
  mutating func add(_ heading: String, at place: Double, _ values: [Int64?]) {
    headings.append(heading)
    places.append(place)
    self.values.append(values)
  }

  /// The attributes.
  var attributes: String {
    let numbers = values.map { row in row.map { "\($0 ?? -1)" }.joined(separator: ",") }
    return "data-kind=\"series\" data-names=\"\(HTMLText.escaped(names.joined(separator: "|")))\" "
      + "data-heads=\"\(HTMLText.escaped(headings.joined(separator: "|")))\" "
      + "data-places=\"\(places.map { NumberText.shortest($0) }.joined(separator: ","))\" "
      + "data-values=\"\(numbers.joined(separator: ";"))\""
  }
}
