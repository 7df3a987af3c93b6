// Loaded executables and shared objects, and the files that they were loaded from.
#define _GNU_SOURCE
#include "symbols.h"

#if EXPLORER_HAS_SYMBOLS

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

UNINSTRUMENTED_BEGIN

// MARK: Identity

// A file is the one that was loaded if it has the same program headers and notes. The linker's
// build identifier is one of the notes.
static const uint64_t identity_start = 0xcbf29ce484222325;

static uint64_t add_identity(uint64_t identity, const void *start, size_t length) {
  const uint8_t *bytes = start;
  for (size_t i = 0; i < length; i++) identity = (identity ^ bytes[i]) * 0x100000001b3;
  return identity;
}

/// Whether the loader put a note into memory.
static bool is_loaded_note(const Elf64_Phdr *note, const Elf64_Phdr *headers, size_t count) {
  if (note->p_type != PT_NOTE) return false;
  for (size_t i = 0; i < count; i++) {
    const Elf64_Phdr *load = &headers[i];
    if (load->p_type == PT_LOAD && (load->p_flags & PF_R) && note->p_vaddr >= load->p_vaddr &&
        note->p_filesz <= load->p_filesz &&
        note->p_vaddr - load->p_vaddr <= load->p_filesz - note->p_filesz)
      return true;
  }
  return false;
}

static uint64_t identity_in_memory(uintptr_t base, const Elf64_Phdr *headers, size_t count) {
  uint64_t identity = add_identity(identity_start, headers, count * sizeof *headers);
  for (size_t i = 0; i < count; i++) {
    if (is_loaded_note(&headers[i], headers, count))
      identity =
          add_identity(identity, (const void *)(base + headers[i].p_vaddr), headers[i].p_filesz);
  }
  return identity;
}

static uint64_t identity_in_file(explorer_bytes file) {
  // Files that have more were not made by a linker for Swift.
  enum { most_headers = 64 };
  Elf64_Ehdr header;
  Elf64_Phdr headers[most_headers];
  if (!bytes_copy(file, 0, &header, sizeof header) || header.e_phnum > most_headers ||
      header.e_phentsize != sizeof *headers ||
      !bytes_copy(file, header.e_phoff, headers, header.e_phnum * sizeof *headers))
    return 0;
  uint64_t identity =
      add_identity(identity_start, headers, header.e_phnum * sizeof *headers);
  for (size_t i = 0; i < header.e_phnum; i++) {
    if (!is_loaded_note(&headers[i], headers, header.e_phnum)) continue;
    explorer_bytes note = bytes_slice(file, headers[i].p_offset, headers[i].p_filesz);
    if (!note.start) return 0;
    identity = add_identity(identity, note.start, note.length);
  }
  return identity;
}

// MARK: Loaded images

typedef struct {
  uintptr_t address;
  loaded_image *out;
  bool is_first;
} image_search;

static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  image_search *search = context;
  // The loader lists the executable first.
  bool is_main = search->is_first;
  search->is_first = false;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const Elf64_Phdr *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD) continue;
    if (search->address - info->dlpi_addr - header->p_vaddr >= header->p_memsz) continue;
    loaded_image *out = search->out;
    out->base = info->dlpi_addr;
    out->identity = identity_in_memory(info->dlpi_addr, info->dlpi_phdr, info->dlpi_phnum);
    out->is_main = is_main;
    // A name that is cut off opens no file, or one whose identity differs.
    const char *name = info->dlpi_name ? info->dlpi_name : "";
    size_t length = strnlen(name, sizeof out->name - 1);
    memcpy(out->name, name, length);
    out->name[length] = 0;
    return 1;
  }
  return 0;
}

bool explorer_loaded_image_find(uintptr_t address, loaded_image *out) {
  image_search search = {.address = address, .out = out, .is_first = true};
  return dl_iterate_phdr(visit_image, &search) == 1;
}

// MARK: Files

static explorer_bytes map_file(const char *path, struct stat *status) {
  explorer_bytes none = {NULL, 0};
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return none;
  void *start = MAP_FAILED;
  if (!fstat(descriptor, status) && S_ISREG(status->st_mode) && status->st_size > 0)
    start = mmap(NULL, (size_t)status->st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  close(descriptor);
  return start == MAP_FAILED ? none : (explorer_bytes){start, (size_t)status->st_size};
}

static void read_file(symbol_image *image, const char *path) {
  explorer_bytes file = map_file(path, &image->opened);
  if (!file.start) return;
  if (identity_in_file(file) != image->identity) {
    munmap((void *)file.start, file.length);
    return;
  }
  image->opened_path = path;
  image->functions = explorer_functions_open(file);
  image->lines = explorer_lines_open((explorer_line_sections){
      .line = explorer_elf_section(file, ".debug_line"),
      .line_strings = explorer_elf_section(file, ".debug_line_str"),
      .strings = explorer_elf_section(file, ".debug_str"),
  });
}

static char *path_of(const loaded_image *loaded) {
  char path[PATH_MAX];
  if (!loaded->is_main) return strdup(loaded->name);
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return strdup(loaded->name);
  path[length] = 0;
  return strdup(path);
}

symbol_image *explorer_symbol_image_get(const loaded_image *loaded) {
  static symbol_image *images;
  for (symbol_image *image = images; image; image = image->next) {
    if (image->base == loaded->base && image->identity == loaded->identity) return image;
  }
  symbol_image *image = calloc(1, sizeof *image);
  char *path = path_of(loaded);
  if (!image || !path) {
    free(image);
    free(path);
    return NULL;
  }
  image->base = loaded->base;
  image->identity = loaded->identity;
  image->path = path;
  if (loaded->is_main) {
    // The link leads to the file that runs, even after another one took its place. Under a loader
    // that was called by hand it leads to the loader.
    read_file(image, "/proc/self/exe");
    const char *executed = (const char *)getauxval(AT_EXECFN);
    if (!image->opened_path && executed) read_file(image, executed);
  } else if (strchr(path, '/')) {
    read_file(image, path);
  }
  image->next = images;
  images = image;
  return image;
}

bool explorer_symbol_image_is_intact(const symbol_image *image) {
  struct stat now;
  const struct stat *then = &image->opened;
  if (!image->opened_path) return false;
  // Another file in its place leaves the mapped one as it was.
  if (stat(image->opened_path, &now) || now.st_ino != then->st_ino || now.st_dev != then->st_dev)
    return true;
  return now.st_size == then->st_size && now.st_mtim.tv_sec == then->st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == then->st_mtim.tv_nsec;
}

UNINSTRUMENTED_END

#endif
