/// The scripts that are compiled in.
enum ScriptSource {
  /// Whose built-ins a script finds.
  enum Place {
    /// The page's own, as they are before it runs.
    case page
    /// Others, which the page does not reach.
    case apart
  }

  /// The platform, in the order in which its parts are evaluated.
  static var platform: [(name: String, place: Place, text: [UInt8])] {
    [
      ("environment.js", .page, PackageResources.environment_js),
      ("dates.js", .page, PackageResources.dates_js),
      ("console.js", .page, PackageResources.console_js),
      ("loader.js", .apart, PackageResources.loader_js),
      ("events.js", .apart, PackageResources.events_js),
      ("urls.js", .apart, PackageResources.urls_js),
      ("texts.js", .apart, PackageResources.texts_js),
      ("copies.js", .page, PackageResources.copies_js),
      ("tree.js", .apart, PackageResources.tree_js),
      ("fields.js", .apart, PackageResources.fields_js),
      ("changes.js", .apart, PackageResources.changes_js),
      ("patches.js", .apart, PackageResources.patches_js),
      ("mutations.js", .apart, PackageResources.mutations_js),
      ("customs.js", .apart, PackageResources.customs_js),
      ("controls.js", .apart, PackageResources.controls_js),
      ("shadows.js", .apart, PackageResources.shadows_js),
      ("sheets.js", .apart, PackageResources.sheets_js),
      ("observers.js", .apart, PackageResources.observers_js),
      ("ranges.js", .apart, PackageResources.ranges_js),
      ("parsers.js", .apart, PackageResources.parsers_js),
      ("imports.js", .apart, PackageResources.imports_js),
      ("modules.js", .apart, PackageResources.modules_js),
      ("loading.js", .apart, PackageResources.loading_js),
      ("declarative.js", .apart, PackageResources.declarative_js),
      ("navigation.js", .apart, PackageResources.navigation_js),
      ("network.js", .apart, PackageResources.network_js),
      ("storage.js", .apart, PackageResources.storage_js),
      ("device.js", .apart, PackageResources.device_js),
      ("location.js", .apart, PackageResources.location_js),
      ("sensors.js", .apart, PackageResources.sensors_js),
      ("layout.js", .apart, PackageResources.layout_js),
      ("declarations.js", .apart, PackageResources.declarations_js),
      ("cascade.js", .apart, PackageResources.cascade_js),
      ("files.js", .apart, PackageResources.files_js),
      ("objects.js", .apart, PackageResources.objects_js),
      ("touches.js", .apart, PackageResources.touches_js),
      ("lifecycle.js", .apart, PackageResources.lifecycle_js),
      ("interfaces.js", .apart, PackageResources.interfaces_js),
      ("later.js", .page, PackageResources.later_js),
      ("missing.js", .apart, PackageResources.missing_js),
      ("links.js", .apart, PackageResources.links_js),
      ("moving.js", .apart, PackageResources.moving_js),
      ("sought.js", .apart, PackageResources.sought_js),
      ("web.js", .apart, PackageResources.web_js),
      ("quickconnect.js", .page, PackageResources.quickconnect_js),
    ]
  }

  /// The parts that are evaluated when a page or a worker first touches what they give: see later.js.
  static var later: [(name: String, place: Place, text: [UInt8])] {
    [
      ("rules.js", .apart, PackageResources.rules_js),
      ("cssom.js", .apart, PackageResources.cssom_js),
      ("fonts.js", .apart, PackageResources.fonts_js),
      ("options.js", .apart, PackageResources.options_js),
      ("selections.js", .apart, PackageResources.selections_js),
      ("values.js", .apart, PackageResources.values_js),
      ("validity.js", .apart, PackageResources.validity_js),
      ("internals.js", .apart, PackageResources.internals_js),
      ("xpath.js", .apart, PackageResources.xpath_js),
      ("evaluator.js", .apart, PackageResources.evaluator_js),
      ("sockets.js", .apart, PackageResources.sockets_js),
      ("eventsource.js", .apart, PackageResources.eventsource_js),
      ("streams.js", .page, PackageResources.streams_js),
      ("readable.js", .page, PackageResources.readable_js),
      ("pipes.js", .page, PackageResources.pipes_js),
      ("packing.js", .page, PackageResources.packing_js),
      ("keys.js", .apart, PackageResources.keys_js),
      ("databases.js", .apart, PackageResources.databases_js),
      ("indexeddb.js", .apart, PackageResources.indexeddb_js),
      ("stores.js", .apart, PackageResources.stores_js),
      ("workers.js", .apart, PackageResources.workers_js),
    ]
  }

  /// The names of what is evaluated in the world of a worker, in this order.
  private static let workerNames = [
    "environment.js", "dates.js", "console.js", "loader.js", "events.js", "urls.js", "texts.js",
    "copies.js", "scope.js", "imports.js", "modules.js", "network.js", "files.js", "objects.js",
    "later.js",
  ]

  /// The platform of a worker: that of a page without what belongs to a document, and a scope in its place.
  static var worker: [(name: String, place: Place, text: [UInt8])] {
    let scope = (name: "scope.js", place: Place.apart, text: PackageResources.scope_js)
    let all = platform + [scope]
    return workerNames.compactMap { name in all.first { $0.name == name } }
  }
}
