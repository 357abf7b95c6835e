import KymoDevice
import KymoTool

KymoTool(apps: [DeviceCatalog.self]).main()
