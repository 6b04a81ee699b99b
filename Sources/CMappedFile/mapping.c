// For MAP_ANONYMOUS and siginfo_t.
#define _GNU_SOURCE

#include "CMappedFile.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

struct almanac_mapping {
  atomic_bool is_taken;
  // Zero while the signal's handler is to pass over it.
  _Atomic uintptr_t start;
  size_t size;
  atomic_bool is_damaged;
};

// A handler of signals can't wait for a lock: what it looks at never moves.
static almanac_mapping mappings[256];
static struct sigaction previous;
static uintptr_t page_size;

// Puts a page of zeros where the file had none. Anything else is not ours: the instruction meets whoever was
// there before.
static void on_bus_error(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)context;
  const uintptr_t address = (uintptr_t)info->si_addr;
  for (size_t index = 0; index < sizeof mappings / sizeof *mappings; index++) {
    almanac_mapping *mapping = &mappings[index];
    const uintptr_t start = atomic_load(&mapping->start);
    if (start == 0 || address < start || address - start >= mapping->size) continue;
    const int error = errno;
    void *const page = (void *)(address & ~(page_size - 1));
    const void *const zeros =
        mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    errno = error;
    if (zeros == MAP_FAILED) break;
    atomic_store(&mapping->is_damaged, true);
    return;
  }
  sigaction(SIGBUS, &previous, NULL);
}

static void prepare(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &previous);
}

almanac_mapping *almanac_map(int descriptor, size_t size) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare);
  for (size_t index = 0; index < sizeof mappings / sizeof *mappings; index++) {
    almanac_mapping *mapping = &mappings[index];
    bool is_taken = false;
    if (!atomic_compare_exchange_strong(&mapping->is_taken, &is_taken, true)) continue;
    void *const start = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (start == MAP_FAILED) {
      atomic_store(&mapping->is_taken, false);
      return NULL;
    }
    madvise(start, size, MADV_SEQUENTIAL);
    mapping->size = size;
    atomic_store(&mapping->is_damaged, false);
    atomic_store(&mapping->start, (uintptr_t)start);
    return mapping;
  }
  errno = EMFILE;
  return NULL;
}

const void *almanac_mapping_start(const almanac_mapping *mapping) {
  return (const void *)atomic_load(&mapping->start);
}

bool almanac_mapping_is_damaged(const almanac_mapping *mapping) {
  return atomic_load(&mapping->is_damaged);
}

void almanac_mapping_let_go(const almanac_mapping *mapping, size_t offset, size_t size) {
  // Whole pages only: what is around them may be looked at.
  const uintptr_t start = atomic_load(&mapping->start);
  const uintptr_t first = (start + offset + page_size - 1) & ~(page_size - 1);
  const uintptr_t end = (start + offset + size) & ~(page_size - 1);
  if (end > first) madvise((void *)first, end - first, MADV_DONTNEED);
}

void almanac_unmap(almanac_mapping *mapping) {
  void *const start = (void *)atomic_load(&mapping->start);
  const size_t size = mapping->size;
  atomic_store(&mapping->start, 0);
  munmap(start, size);
  atomic_store(&mapping->is_taken, false);
}

int almanac_flush_file_system(int descriptor) {
#ifdef __linux__
  return syncfs(descriptor);
#else
  (void)descriptor;
  sync();
  return 0;
#endif
}
