import CMemory

/// What the process holds of the machine's memory.
enum ProcessMemory {
  /// Gives back what the allocator keeps for itself although no part of the run needs it.
  static func release() {
    almanac_release_memory()
  }
}
