import CMemory

/// What the process holds of the machine's memory.
enum ProcessMemory {
  /// Gives back what a part of the run needed and the next one does not: what the allocator keeps for
  /// itself, and code that was run once. What is needed of it again comes from the kernel's cache.
  static func release() {
    almanac_release_memory()
  }
}
