import KymoSamples
import KymoTool

Kymo(apps: [DeviceCatalog.self, Browser.self]).main()
