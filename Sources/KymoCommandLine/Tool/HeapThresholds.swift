import CMalloc

/// From which size on a buffer is a mapping of its own.
enum HeapThresholds {
  /// Keeps large buffers out of the heap.
  ///
  /// glibc raises its threshold to the largest buffer that was freed (`M_MMAP_THRESHOLD` in mallopt(3)), up to 32 MiB.
  /// Room for a text of 4 MiB, of which nearly nothing is ever used, then came out of used parts of the heap and stayed
  /// in memory: how much a command held depended on the length of its file's name. A mapping is handed out page by page,
  /// and goes back when it is freed.
  static func keepLargeBuffersApart() {
    mallopt(M_MMAP_THRESHOLD, 1 << 20)
    mallopt(M_TRIM_THRESHOLD, 8 << 20)
  }
}
