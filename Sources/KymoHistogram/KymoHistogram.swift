// KymoHistogram
