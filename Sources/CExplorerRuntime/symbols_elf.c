// ELF files: sections and function symbols.
#include "symbols.h"

#if EXPLORER_HAS_SYMBOLS

#include <elf.h>
#include <stdlib.h>

UNINSTRUMENTED_BEGIN

// MARK: Sections

typedef struct {
  explorer_bytes file;
  /// Records of `Elf64_Shdr`.
  explorer_bytes table;
  explorer_bytes names;
  uint64_t count;
} section_table;

static bool section_at(const section_table *sections, uint64_t index, Elf64_Shdr *out) {
  return index < sections->count &&
         bytes_copy(sections->table, index * sizeof *out, out, sizeof *out);
}

static explorer_bytes section_bytes(const section_table *sections, const Elf64_Shdr *section) {
  if (section->sh_type == SHT_NOBITS || (section->sh_flags & SHF_COMPRESSED))
    return (explorer_bytes){NULL, 0};
  return bytes_slice(sections->file, section->sh_offset, section->sh_size);
}

static bool section_table_read(explorer_bytes file, section_table *out) {
  Elf64_Ehdr header;
  Elf64_Shdr first, names;
  if (!bytes_copy(file, 0, &header, sizeof header)) return false;
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_shentsize != sizeof(Elf64_Shdr))
    return false;
  if (!header.e_shoff || !bytes_copy(file, header.e_shoff, &first, sizeof first)) return false;
  // Numbers too large for the header are in the first section.
  uint64_t count = header.e_shnum ? header.e_shnum : first.sh_size;
  uint32_t names_index = header.e_shstrndx == SHN_XINDEX ? first.sh_link : header.e_shstrndx;
  if (count > file.length / sizeof(Elf64_Shdr)) return false;
  out->file = file;
  out->count = count;
  out->table = bytes_slice(file, header.e_shoff, count * sizeof(Elf64_Shdr));
  if (!section_at(out, names_index, &names)) return false;
  out->names = section_bytes(out, &names);
  return true;
}

explorer_bytes explorer_elf_section(explorer_bytes file, const char *name) {
  section_table sections;
  Elf64_Shdr section;
  if (section_table_read(file, &sections)) {
    for (uint64_t i = 0; section_at(&sections, i, &section); i++) {
      const char *found = bytes_string(sections.names, section.sh_name);
      if (found && !strcmp(found, name)) return section_bytes(&sections, &section);
    }
  }
  return (explorer_bytes){NULL, 0};
}

// MARK: Functions

typedef struct {
  uint64_t address;
  /// Zero while it is unknown.
  uint32_t size;
  uint32_t symbol;
} function_entry;

struct explorer_functions {
  /// Records of `Elf64_Sym`.
  explorer_bytes symbols;
  explorer_bytes names;
  size_t count;
  function_entry entries[];
};

/// Larger symbols come later among those with one address, so that the search meets them first.
static int compare_functions(const void *left, const void *right) {
  const function_entry *a = left, *b = right;
  if (a->address != b->address) return a->address < b->address ? -1 : 1;
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  return a->symbol > b->symbol ? -1 : a->symbol < b->symbol;
}

static bool find_symbol_section(const section_table *sections, uint32_t type, Elf64_Shdr *out) {
  for (uint64_t i = 0; section_at(sections, i, out); i++) {
    if (out->sh_type == type && section_bytes(sections, out).length) return true;
  }
  return false;
}

static bool is_function(const Elf64_Sym *symbol) {
  unsigned type = ELF64_ST_TYPE(symbol->st_info);
  return (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol->st_shndx != SHN_UNDEF &&
         symbol->st_value;
}

/// Returns the number of functions, of which it writes the first `capacity`.
static size_t collect(explorer_bytes symbols, function_entry *entries, size_t capacity) {
  size_t count = 0, total = symbols.length / sizeof(Elf64_Sym);
  if (total > UINT32_MAX) total = UINT32_MAX;
  for (size_t i = 0; i < total; i++) {
    Elf64_Sym symbol;
    memcpy(&symbol, symbols.start + i * sizeof symbol, sizeof symbol);
    if (!is_function(&symbol)) continue;
    if (count < capacity) {
      uint32_t size = symbol.st_size < UINT32_MAX ? (uint32_t)symbol.st_size : UINT32_MAX;
      entries[count] = (function_entry){symbol.st_value, size, (uint32_t)i};
    }
    count++;
  }
  return count;
}

/// Functions written in assembly often have no size: they end at the next symbol or section.
static void complete_sizes(explorer_functions *functions, const section_table *sections) {
  uint64_t next = UINT64_MAX;
  for (size_t i = functions->count; i-- > 0;) {
    function_entry *entry = &functions->entries[i];
    if (i + 1 < functions->count && entry[1].address != entry->address) next = entry[1].address;
    if (entry->size) continue;
    Elf64_Sym symbol;
    Elf64_Shdr section;
    if (!bytes_copy(functions->symbols, entry->symbol * sizeof symbol, &symbol, sizeof symbol) ||
        !section_at(sections, symbol.st_shndx, &section))
      continue;
    uint64_t end = section.sh_addr + section.sh_size;
    if (end > next) end = next;
    if (end > entry->address && end - entry->address < UINT32_MAX)
      entry->size = (uint32_t)(end - entry->address);
  }
}

explorer_functions *explorer_functions_open(explorer_bytes file) {
  section_table sections;
  Elf64_Shdr section, names;
  if (!section_table_read(file, &sections)) return NULL;
  if (!find_symbol_section(&sections, SHT_SYMTAB, &section) &&
      !find_symbol_section(&sections, SHT_DYNSYM, &section))
    return NULL;
  if (!section_at(&sections, section.sh_link, &names)) return NULL;
  explorer_bytes symbols = section_bytes(&sections, &section);
  size_t count = collect(symbols, NULL, 0);
  if (!count) return NULL;
  explorer_functions *functions = malloc(sizeof *functions + count * sizeof(function_entry));
  if (!functions) return NULL;
  functions->symbols = symbols;
  functions->names = section_bytes(&sections, &names);
  functions->count = count;
  collect(symbols, functions->entries, count);
  qsort(functions->entries, count, sizeof(function_entry), compare_functions);
  complete_sizes(functions, &sections);
  return functions;
}

static const char *name_of(const explorer_functions *functions, const function_entry *entry) {
  Elf64_Sym symbol;
  uint64_t offset = entry->symbol * (uint64_t)sizeof symbol;
  if (!bytes_copy(functions->symbols, offset, &symbol, sizeof symbol)) return NULL;
  return bytes_string(functions->names, symbol.st_name);
}

bool explorer_functions_named(
    const explorer_functions *functions, const char *name, size_t length,
    explorer_function *out) {
  for (size_t i = 0; i < functions->count; i++) {
    const function_entry *entry = &functions->entries[i];
    const char *other = name_of(functions, entry);
    if (!other || strncmp(other, name, length) || other[length]) continue;
    *out = (explorer_function){
        .name = other, .low = entry->address, .high = entry->address + entry->size};
    return true;
  }
  return false;
}

bool explorer_functions_find(
    const explorer_functions *functions, uint64_t address, explorer_function *out) {
  // A label inside a function hides it; more than a few labels in a row do not occur.
  enum { hiding_labels = 32 };
  size_t low = 0, high = functions->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (functions->entries[middle].address <= address) low = middle + 1;
    else high = middle;
  }
  for (size_t i = low; i > 0 && low - i < hiding_labels; i--) {
    const function_entry *entry = &functions->entries[i - 1];
    if (address - entry->address >= entry->size) continue;
    out->name = name_of(functions, entry);
    out->low = entry->address;
    out->high = entry->address + entry->size;
    return out->name && *out->name;
  }
  return false;
}

void explorer_functions_close(explorer_functions *functions) { free(functions); }

UNINSTRUMENTED_END

#endif
