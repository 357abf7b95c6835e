import KymoCore
import KymoMCAP
import KymoRecording

/// Reads the rows of a ``SampleTable``.
///
/// The numbers that a message lacks are null, and so are those of a message that is no plain CDR.
final class SampleCursor: QueryCursor {
  private let table: SampleTable
  private let source: QuerySource
  private var messages: MCAPMessageCursor?
  private var current: MCAPMessageView?
  /// The fields of the row, up to the last one that a statement looks at; empty before they are read.
  private var values: [QueryValue] = []
  private var hasRead = false
  private(set) var isAtEnd = true

  init(_ table: SampleTable) {
    self.table = table
    source = table.source
  }

  private static let firstField = 4

  func start(_ filter: QueryFilter) throws(QueryError) {
    messages = filter.isEmpty ? nil : source.messages([table.topic], filter)
    try next()
  }

  func next() throws(QueryError) {
    do throws(MCAPError) { current = try messages?.next() ?? nil } catch {
      throw .recording(.file(error))
    }
    hasRead = false
    isAtEnd = current == nil
  }

  func put(_ column: Int, into cell: UnsafeCell) {
    guard let current else { return cell.null() }
    switch column {
    case 0...2: source.put(Int64(clamping: current.logTime), column, into: cell)
    case 3: cell.integer(Int64(current.sequence))
    default:
      if !hasRead { read(current) }
      let place = column - Self.firstField
      guard place < values.count else { return cell.null() }
      switch values[place] {
      case .null: cell.null()
      case .integer(let value): cell.integer(value)
      case .real(let value): cell.real(value)
      case .text(let value): cell.text(value)
      case .blob(let value): value.withRawSpan { cell.blob($0) }
      }
    }
  }

  /// Reads the fields of the row, once.
  private func read(_ message: MCAPMessageView) {
    hasRead = true
    values.removeAll(keepingCapacity: true)
    let fields = table.fields
    var found = values
    values = []
    let layout = table.layout
    messages?.withData(of: message) { data in
      if let swapped = layout?.littleEndian(data) {
        swapped.withRawSpan { Self.read($0, fields, &found) }
      } else {
        Self.read(data, fields, &found)
      }
    }
    values = found
  }

  private static func read(_ data: RawSpan, _ fields: [SampleField], _ found: inout [QueryValue]) {
    // What a message lacks at its end is null.
    try? CDRReader.read(data) { reader throws(CDRError) in
      for field in fields { found.append(try value(field.form, &reader)) }
    }
  }

  private static func value(
    _ form: SampleField.Form,
    _ reader: inout CDRReader
  ) throws(CDRError) -> QueryValue {
    switch form {
    case .bool: .integer(try reader.boolean() ? 1 : 0)
    case .byte, .char, .uint8: .integer(Int64(try reader.integer(as: UInt8.self)))
    case .int8: .integer(Int64(try reader.integer(as: Int8.self)))
    case .int16: .integer(Int64(try reader.integer(as: Int16.self)))
    case .uint16: .integer(Int64(try reader.integer(as: UInt16.self)))
    case .int32: .integer(Int64(try reader.integer(as: Int32.self)))
    case .uint32: .integer(Int64(try reader.integer(as: UInt32.self)))
    case .int64: .integer(try reader.integer(as: Int64.self))
    case .uint64: .integer(Int64(clamping: try reader.integer(as: UInt64.self)))
    case .float32: .real(Double(try reader.float()))
    case .float64: .real(try reader.double())
    case .string: .text(try reader.string())
    }
  }
}
