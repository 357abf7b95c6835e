import KymoTool

Kymo(apps: [TripWatch.self]).main()
