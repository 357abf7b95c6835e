import KymoDevice
import KymoTool

Kymo(apps: [DeviceCatalog.self, Browser.self]).main()
