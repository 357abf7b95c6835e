import KymoBridge

extension FetchFailure {
  /// Makes the failure that a code of libcurl (`CURLE_…`) stands for.
  init(curl code: Int32) {
    self =
      switch code {
      case 1, 8, 61: .badResponse  // What is no HTTP, or is encoded in some way that nobody knows.
      case 3: .badURL
      case 5, 6: .hostNotFound
      case 7: .couldNotConnect
      case 23, 27, 100: .tooLong
      case 28: .timedOut
      case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .secureConnectionFailed
      default: .connectionLost
      }
  }
}
