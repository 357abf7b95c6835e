import KymoDevice
import KymoTool

KymoTool(apps: [DeviceCatalog.self, Browser.self]).main()
