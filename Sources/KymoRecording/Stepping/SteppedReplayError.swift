/// Why a session cannot be stepped through.
public enum SteppedReplayError: Error, Sendable {
  /// The app cannot be made.
  case app(AppError)
  /// The recording cannot be read.
  case session(SessionError)
}
