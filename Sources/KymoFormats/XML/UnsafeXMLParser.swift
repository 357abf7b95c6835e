import CExpat

/// Reads a document with expat, some thousand bytes at a time.
///
/// Memory is bounded: no element lies deeper than ``deepest``, no tag is longer than the limit of the caller, no
/// text is kept beyond ``textBytes``, and a document that declares entities is refused.
///
/// SAFETY: the parser and its state are made in `init` and freed once, in `deinit`. Expat calls the handlers only
/// within `XML_Parse`, on the thread that calls it, and hands back the pointer to the state that it got; nobody else
/// uses the state meanwhile. Names and values end with a NUL, the list of attributes with nil, and text comes with its
/// length; all are copied before the handler returns. The chunk is lent for one call of `XML_Parse`, and the state
/// forgets it afterwards.
@safe final class UnsafeXMLParser {
  private let parser: XML_Parser
  private let state: UnsafeMutablePointer<UnsafeXMLState>
  private let longestTag: Int

  /// How many elements may lie within each other.
  static let deepest = 64
  /// How many bytes of a text are kept, of those that are told at once.
  static let textBytes = 1024

  /// Makes a parser for documents with some words.
  ///
  /// - Parameters:
  ///   - words: the names that are looked for, the most frequent first; 254 at most.
  ///   - encoding: the encoding, whatever the document says; nil if the document is to be believed.
  ///   - longestTag: how many bytes a tag or a comment may have.
  init(words: [XMLWord], encoding: String?, longestTag: Int) {
    precondition(words.count < 255)
    let made = unsafe encoding.map { unsafe XML_ParserCreate($0) } ?? XML_ParserCreate(nil)
    guard let parser = unsafe made else { preconditionFailure("not enough memory") }
    unsafe self.parser = parser
    self.longestTag = longestTag
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: UnsafeXMLState(parser, words))
    unsafe XML_SetUserData(parser, state)
    unsafe XML_SetElementHandler(
      parser,
      { state, name, attributes in
        unsafe state?.assumingMemoryBound(to: UnsafeXMLState.self).pointee.begin(name, attributes)
      },
      { state, _ in unsafe state?.assumingMemoryBound(to: UnsafeXMLState.self).pointee.end() }
    )
    unsafe XML_SetCharacterDataHandler(parser) { state, text, count in
      unsafe state?.assumingMemoryBound(to: UnsafeXMLState.self).pointee.append(text, count)
    }
    unsafe XML_SetEntityDeclHandler(parser) { state, _, _, _, _, _, _, _, _ in
      unsafe state?.assumingMemoryBound(to: UnsafeXMLState.self).pointee.stop(.entities)
    }
    unsafe XML_SetUnknownEncodingHandler(
      parser,
      { _, name, information in
        guard let name = unsafe name, let information = unsafe information,
          UnsafeXMLState.isSingleByte(unsafe String(cString: name))
        else { return 0 }
        // Each byte is a character of its own, and those of ASCII are at their usual places: that is all that
        // numbers and times need.
        unsafe withUnsafeMutableBytes(of: &information.pointee.map) { map in
          for place in 0..<256 {
            unsafe map.storeBytes(of: Int32(place), toByteOffset: 4 * place, as: Int32.self)
          }
        }
        unsafe information.pointee.data = nil
        unsafe information.pointee.convert = nil
        unsafe information.pointee.release = nil
        return 1
      },
      nil
    )
  }

  deinit {
    unsafe XML_ParserFree(parser)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Reads the next bytes, and puts what is in them in place of what `block` held.
  ///
  /// What was found before a problem is in the block.
  ///
  /// - Throws: ``XMLProblem``; after it nothing is read any more.
  func read(_ chunk: [UInt8], isLast: Bool, into block: inout XMLBlock) throws(XMLProblem) {
    unsafe state.pointee.start(&block)
    let status = unsafe chunk.withUnsafeBytes { bytes in
      unsafe state.pointee.chunk = unsafe bytes
      defer { unsafe state.pointee.endChunk() }
      let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress
      return unsafe XML_Parse(parser, start, Int32(bytes.count), isLast ? 1 : 0)
    }
    unsafe state.pointee.finish(&block)
    guard status != XML_STATUS_ERROR else { throw problem(isLast: isLast) }
    let held = unsafe state.pointee.base - Int(XML_GetCurrentByteIndex(parser))
    if !isLast, held > longestTag {
      throw XMLProblem(
        kind: .tooLong,
        line: line,
        reason: "a tag or a comment longer than \(longestTag) bytes"
      )
    }
  }

  private var line: Int { Int(unsafe XML_GetCurrentLineNumber(parser)) }

  private func problem(isLast: Bool) -> XMLProblem {
    let code = unsafe XML_GetErrorCode(parser)
    let text = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "unknown"
    if code == XML_ERROR_ABORTED, let stopped = unsafe state.pointee.stopped {
      let reason =
        stopped == .tooDeep
        ? "more than \(Self.deepest) elements within each other"
        : "it declares entities, which are not read"
      return XMLProblem(kind: stopped, line: line, reason: reason)
    }
    let atEnd = [
      XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION,
    ]
    if isLast, atEnd.contains(code) {
      return XMLProblem(kind: .cutOff, line: line, reason: "it ends in the middle")
    }
    if code == XML_ERROR_INVALID_TOKEN || code == XML_ERROR_PARTIAL_CHAR {
      return XMLProblem(kind: .invalidByte, line: line, reason: text)
    }
    if code == XML_ERROR_UNKNOWN_ENCODING || code == XML_ERROR_INCORRECT_ENCODING {
      return XMLProblem(
        kind: .encoding,
        line: line,
        reason: "its encoding is not known; save it as UTF-8"
      )
    }
    return XMLProblem(kind: .malformed, line: line, reason: text)
  }
}
