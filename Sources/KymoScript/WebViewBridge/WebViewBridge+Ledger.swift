extension WebViewBridge {
  /// The fate of every message.
  public struct Ledger: Sendable, Equatable {
    /// Messages of one direction, requests and answers; see ``isBalanced``.
    public struct Messages: Sendable, Equatable {
      /// How many were sent.
      public var sent: UInt64 = 0
      /// How many reached the other side, and were dispatched there or told of.
      public var delivered: UInt64 = 0
      /// How many are on their way.
      public var waiting: UInt64 = 0
      /// How many went with their page.
      public var lostByReload: UInt64 = 0
      /// How many a reset dropped.
      public var lostByReset: UInt64 = 0
      /// How many were fetched and cannot be read.
      public var malformed: UInt64 = 0

      /// Whether all that were sent are accounted for.
      public var isBalanced: Bool {
        sent == delivered + waiting + lostByReload + lostByReset + malformed
      }
    }

    /// Answers that native code wants; see ``isBalanced``.
    public struct Answers: Sendable, Equatable {
      /// How many were wanted.
      public var wanted: UInt64 = 0
      /// How many came.
      public var came: UInt64 = 0
      /// How many are waited for.
      public var waiting: UInt64 = 0
      /// How many a page took along.
      public var lostByReload: UInt64 = 0
      /// How many a reset forgot.
      public var lostByReset: UInt64 = 0

      /// Whether all that were wanted are accounted for.
      public var isBalanced: Bool { wanted == came + waiting + lostByReload + lostByReset }
    }

    /// Messages for pages.
    public var toPage = Messages()
    /// Messages of pages.
    public var toNative = Messages()
    /// Answers of pages.
    public var answers = Answers()
    /// Second answers, of either side.
    public var duplicateResponses: UInt64 = 0
    /// Answers to what nobody asked, of either side.
    public var unknownResponses: UInt64 = 0
    /// Messages that nobody handles, of either side.
    public var unhandled: UInt64 = 0

    /// Whether every message and every answer is accounted for.
    public var isBalanced: Bool { toPage.isBalanced && toNative.isBalanced && answers.isBalanced }
  }
}
