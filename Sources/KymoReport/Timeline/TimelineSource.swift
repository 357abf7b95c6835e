import KymoCore
import KymoRecording

/// The time line of a survey as a page shows it: channels by topic, outcomes by command, and the track.
struct TimelineSource {
  /// Events of a command that ended in one way, or of which nobody says how they ended.
  struct Outcome {
    let name: String
    let isGood: Bool
    /// How many there are in each column.
    let counts: [UInt32]
  }

  /// A command with its outcomes.
  struct Command {
    let name: String
    let outcomes: [Outcome]
  }

  let timeline: RecordingTimeline
  /// The channels with messages: accelerations first, then the others by topic.
  let channels: [ChannelTimeline]
  /// The commands of the trace, by their ids; without a trace those of requests, by name.
  let commands: [Command]

  /// Takes what a survey has; nil without a time line.
  init?(_ survey: borrowing RecordingSurvey) {
    guard let timeline = survey.timeline else { return nil }
    self.timeline = timeline
    let first = InputChannel.accelerometer.topic
    channels = timeline.channels.filter { $0.counts.contains { $0 > 0 } }
      .sorted { ($0.topic == first ? 0 : 1, $0.topic) < ($1.topic == first ? 0 : 1, $1.topic) }
    var commands: [Command] = []
    for id in Set(timeline.outcomes.map(\.command)).sorted() {
      let outcomes = timeline.outcomes.filter { $0.command == id }
        .sorted { $0.status.rawValue < $1.status.rawValue }
      commands.append(
        Command(
          name: survey.name(of: id),
          outcomes: outcomes.map {
            let isGood = $0.status == .completed || $0.status == .exited
            return Outcome(name: $0.status.name, isGood: isGood, counts: $0.counts)
          }
        )
      )
    }
    // Without a trace there are the requests all the same.
    if !survey.hasTrace {
      commands += timeline.requests.sorted { $0.command < $1.command }.map {
        Command(
          name: $0.command,
          outcomes: [Outcome(name: "requested", isGood: true, counts: $0.counts)]
        )
      }
    }
    self.commands = commands
  }

  /// The channel with the places: the standard one, or else the one with the most fixes.
  var track: ChannelTimeline? {
    let tracks = channels.filter { $0.track.fixes.count > 1 }
    return tracks.first { $0.topic == InputChannel.location.topic }
      ?? tracks.max { $0.track.fixes.count < $1.track.fixes.count }
  }

  /// The start as ms since 1970, if it can be a time of day: from 2000 on, within the range of a calendar.
  var epochMilliseconds: Double? {
    let milliseconds = Double(timeline.columns.start) / 1e6
    return (946_684_800_000...8_640_000_000_000_000).contains(milliseconds) ? milliseconds : nil
  }
}
