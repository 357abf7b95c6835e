import KymoTool

// Apps that depend on what a replay must not depend on, one thing each: `perturb` has to name it.
Kymo(
  apps: [
    HashOrderApp.self, AddressApp.self, UninitialisedApp.self, StackApp.self, ZoneApp.self,
    LocaleApp.self, FolderApp.self, DateApp.self, CoresApp.self, RoundingApp.self,
    HomeApp.self, UserApp.self, HostApp.self, ProcessorsApp.self, DecimalApp.self,
    StaticStateApp.self, RareApp.self, RandomApp.self, SharedStateApp.self, CrashingApp.self,
  ]
).main()
