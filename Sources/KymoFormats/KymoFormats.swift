// KymoFormats
