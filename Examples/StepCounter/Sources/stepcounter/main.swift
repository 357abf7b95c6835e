import KymoTool

KymoTool(apps: [StepCounter.self]).main()
