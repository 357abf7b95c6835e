extension CommandMap {
  /// The handlers that are mapped so far, by command and stage; those that are mapped by name are made for it.
  ///
  /// - Throws: ``CommandTableError/unknownHandler(name:command:stage:)``.
  package func mappedHandlers() throws(CommandTableError) -> [MappedHandler] {
    var all: [MappedHandler] = []
    for row in rows {
      for stage in Stage.allCases {
        for (place, handler) in try placedHandlers(of: row, stage) {
          all.append(MappedHandler(place: place, closureEntry: handler.closureEntry))
        }
      }
    }
    return all
  }

  /// The handlers of a row's stage, each with its place.
  func placedHandlers(
    of row: Row,
    _ stage: Stage
  ) throws(CommandTableError) -> [(place: HandlerPlace, handler: Handler)] {
    var closures = 0
    return try handlers(of: row, stage).map { handler in
      if handler.isClosure { closures += 1 }
      return (HandlerPlace(row.name, stage, of: handler, closure: closures), handler)
    }
  }
}
