/// The scripts that are compiled in.
enum ScriptSource {
  /// The platform, in the order in which its parts are evaluated.
  static var platform: [(name: String, text: [UInt8])] {
    [
      ("environment.js", PackageResources.environment_js),
      ("dates.js", PackageResources.dates_js),
      ("console.js", PackageResources.console_js),
      ("loader.js", PackageResources.loader_js),
      ("events.js", PackageResources.events_js),
      ("urls.js", PackageResources.urls_js),
      ("texts.js", PackageResources.texts_js),
      ("tree.js", PackageResources.tree_js),
      ("fields.js", PackageResources.fields_js),
      ("loading.js", PackageResources.loading_js),
      ("navigation.js", PackageResources.navigation_js),
      ("network.js", PackageResources.network_js),
      ("storage.js", PackageResources.storage_js),
      ("sensors.js", PackageResources.sensors_js),
      ("missing.js", PackageResources.missing_js),
      ("web.js", PackageResources.web_js),
      ("quickconnect.js", PackageResources.quickconnect_js),
    ]
  }
}
