import KymoTool

KymoTool().main()
