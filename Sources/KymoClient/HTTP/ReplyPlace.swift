/// Where in a reply a reader is.
enum ReplyPlace: String {
  case nowhere = "before a reply"
  case interim = "behind an interim reply"
  case head = "in the head"
  case body = "in the body"
  case chunkSize = "at the size of a chunk"
  case chunk = "in a chunk"
  case trailer = "in the trailer"
  case complete = "behind the reply"
}
