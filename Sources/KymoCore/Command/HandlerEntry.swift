/// A handler that is mapped: itself, or its name.
enum HandlerEntry {
  case handler(Handler)
  case named(String)
}
