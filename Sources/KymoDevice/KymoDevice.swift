// KymoDevice
