import KymoTool

KymoTool(apps: [RobotLog.self]).main()
