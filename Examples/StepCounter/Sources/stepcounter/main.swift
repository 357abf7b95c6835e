import KymoTool

Kymo(apps: [StepCounter.self]).main()
