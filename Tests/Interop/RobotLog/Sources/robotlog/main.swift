import KymoTool

Kymo(apps: [RobotLog.self]).main()
