// SPDX-License-Identifier: Apache-2.0

// The functions of a C library that Embedded Swift calls, for a module without a host: memory,
// 128-bit arithmetic, rounding, and decimal numbers.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Memory: blocks of size classes, four to each power of two. A freed block is reused for blocks of
// its class only.

enum { page = 65536, classes = 120, unit = 16 };

// The words before a block. The header of a block with an alignment above 16 has the distance to the
// start of the block that holds it.
struct header {
  uint32_t class;
  uint32_t distance;
};

extern unsigned char __heap_base;
static uintptr_t next, end;
static void *unused[classes];

// Returns the size of the blocks of a class, with their headers.
static size_t class_size(uint32_t class) {
  return class < 4 ? unit * (class + 1) : (size_t)unit * (5 + class % 4) << (class / 4 - 1);
}

// Returns the class of the smallest block with a header and `size` bytes.
static uint32_t size_class(size_t size) {
  uint32_t last = (size + sizeof(struct header) - 1) / unit;
  if (last < 4) return last;
  // The highest bit of the number of units chooses four classes, the next two bits one of them.
  uint32_t shift = 31 - __builtin_clz(last) - 2;
  return 4 * shift + (last >> shift);
}

static void *take(size_t size) {
  if (size > 0x70000000) __builtin_trap();
  uint32_t class = size_class(size);
  void *found = unused[class];
  if (found) {
    unused[class] = *(void **)found;
    return found;
  }
  size_t whole = class_size(class);
  if (!next) {
    // Blocks follow their headers of 8 bytes at multiples of 16.
    next = ((uintptr_t)&__heap_base + unit - 1) / unit * unit + sizeof(struct header);
    end = __builtin_wasm_memory_size(0) * page;
  }
  if (next + whole > end) {
    size_t pages = (next + whole - end + page - 1) / page;
    // Growth by an eighth keeps the number of times small that the host has to move the memory.
    size_t more = end / page / 8;
    if (pages < more) pages = more;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) __builtin_trap();
    end += pages * page;
  }
  found = (struct header *)next + 1;
  next += whole;
  *((struct header *)found - 1) = (struct header){class, 0};
  return found;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment <= unit) {
    *result = take(size);
    return 0;
  }
  uintptr_t block = (uintptr_t)take(size + alignment);
  uintptr_t aligned = (block + alignment - 1) / alignment * alignment;
  if (aligned != block) {
    *((struct header *)aligned - 1) = (struct header){0, (uint32_t)(aligned - block)};
  }
  *result = (void *)aligned;
  return 0;
}

void free(void *block) {
  if (!block) return;
  block = (char *)block - ((struct header *)block - 1)->distance;
  uint32_t class = ((struct header *)block - 1)->class;
  *(void **)block = unused[class];
  unused[class] = block;
}

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (size_t index = 0; index < count; index++) {
    if (a[index] != b[index]) return a[index] - b[index];
  }
  return 0;
}

// The seed of hashing. Nothing depends on it, and equal seeds make equal runs.
void arc4random_buf(void *buffer, size_t count) {
  for (size_t index = 0; index < count; index++) ((unsigned char *)buffer)[index] = 0x5A;
}

// Swift prints the message of a failed check by characters; the trap that follows tells the host.
int putchar(int character) { return character; }

double round(double value) {
  double whole = __builtin_trunc(value);
  double rest = __builtin_fabs(value - whole);
  return rest >= 0.5 ? whole + __builtin_copysign(1, value) : whole;
}

// 128-bit arithmetic, as compilers call it.

typedef __int128 wide;
typedef unsigned __int128 uwide;

static uwide join(uint64_t high, uint64_t low) { return (uwide)high << 64 | low; }

wide __multi3(wide a, wide b) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
  uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + (uint32_t)middle;
  uint64_t high = x1 * y1 + (middle >> 32) + (other >> 32);
  high += (uint64_t)((uwide)a >> 64) * y + x * (uint64_t)((uwide)b >> 64);
  return (wide)join(high, other << 32 | (uint32_t)low);
}

static uwide divide(uwide dividend, uwide divisor, uwide *remainder) {
  if (divisor == 0) __builtin_trap();
  uint64_t half[2] = {(uint64_t)dividend, (uint64_t)(dividend >> 64)}, quotient[2] = {0, 0};
  uwide rest = 0;
  for (int bit = 127; bit >= 0; bit--) {
    bool carry = rest >> 127;
    rest = rest << 1 | (half[bit / 64] >> bit % 64 & 1);
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient[bit / 64] |= 1ull << bit % 64;
    }
  }
  *remainder = rest;
  return join(quotient[1], quotient[0]);
}

uwide __udivti3(uwide a, uwide b) {
  uwide rest;
  return divide(a, b, &rest);
}

uwide __umodti3(uwide a, uwide b) {
  uwide rest;
  divide(a, b, &rest);
  return rest;
}

wide __divti3(wide a, wide b) {
  uwide rest, quotient = divide(a < 0 ? -(uwide)a : (uwide)a, b < 0 ? -(uwide)b : (uwide)b, &rest);
  return (a < 0) != (b < 0) ? (wide)-quotient : (wide)quotient;
}

wide __modti3(wide a, wide b) {
  uwide rest;
  divide(a < 0 ? -(uwide)a : (uwide)a, b < 0 ? -(uwide)b : (uwide)b, &rest);
  return a < 0 ? (wide)-rest : (wide)rest;
}

// Decimal numbers, rounded to the nearest double as IEEE 754 requires. Callers have checked the
// syntax; a number may have any length.

// The digits kept of a number, which decide how it is rounded: no midpoint between two doubles has
// more. A later digit other than 0 counts as one more digit.
enum { digits = 770, words = 160 };

// A natural number in 32-bit words, the lowest first.
struct natural {
  int count;
  uint32_t word[words];
};

static void multiply(struct natural *number, uint32_t factor, uint32_t carry) {
  uint64_t sum = carry;
  for (int index = 0; index < number->count; index++) {
    sum += (uint64_t)number->word[index] * factor;
    number->word[index] = (uint32_t)sum;
    sum >>= 32;
  }
  if (sum) number->word[number->count++] = (uint32_t)sum;
}

static void shift(struct natural *number, int bits) {
  for (; bits >= 31; bits -= 31) multiply(number, 1u << 31, 0);
  multiply(number, 1u << bits, 0);
}

static int bit_count(const struct natural *number) {
  int top = number->count;
  return top == 0 ? 0 : 32 * top - __builtin_clz(number->word[top - 1]);
}

static int compare(const struct natural *a, const struct natural *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int index = a->count - 1; index >= 0; index--) {
    if (a->word[index] != b->word[index]) return a->word[index] < b->word[index] ? -1 : 1;
  }
  return 0;
}

// Subtracts a number that is not greater.
static void subtract(struct natural *a, const struct natural *b) {
  uint64_t borrow = 0;
  for (int index = 0; index < a->count; index++) {
    uint64_t part = (uint64_t)a->word[index] - (index < b->count ? b->word[index] : 0) - borrow;
    a->word[index] = (uint32_t)part;
    borrow = part >> 63;
  }
  while (a->count > 0 && a->word[a->count - 1] == 0) a->count--;
}

// Returns the double nearest to top / bottom.
static double quotient(struct natural *top, struct natural *bottom) {
  if (top->count == 0) return 0;
  // The result has 53 bits, or fewer below the smallest normal number: top / bottom = result * 2^exponent.
  int exponent = bit_count(top) - bit_count(bottom) - 53;
  if (exponent < -1074) exponent = -1074;
  if (exponent > 0) shift(bottom, exponent);
  if (exponent < 0) shift(top, -exponent);
  uint64_t result = 0;
  // The quotient has at most 54 bits.
  shift(bottom, 54);
  for (int bit = 54; bit >= 0; bit--) {
    result <<= 1;
    if (compare(top, bottom) >= 0) {
      subtract(top, bottom);
      result |= 1;
    }
    if (bit > 0) multiply(top, 2, 0);
  }
  // What is left of `top` was doubled 54 times, as `bottom` was.
  bool isRest = top->count > 0;
  if (result >> 53) {
    bool isHalf = result & 1;
    result >>= 1;
    exponent++;
    if (isHalf && (isRest || (result & 1))) result++;
  } else {
    multiply(top, 2, 0);
    int order = compare(top, bottom);
    if (order > 0 || (order == 0 && (result & 1))) result++;
  }
  if (result >> 53) {
    result >>= 1;
    exponent++;
  }
  if (exponent > 971) return __builtin_inf();
  union {
    uint64_t bits;
    double value;
  } number;
  // A result below 2^52 is not normal, and then the exponent is the least one.
  number.bits = result >> 52 ? (result & ~(1ull << 52)) | (uint64_t)(exponent + 1075) << 52 : result;
  return number.value;
}

const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  bool isNegative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  struct natural top = {0}, bottom = {1, {1}};
  long exponent = 0;
  int kept = 0;
  bool isFraction = false, isAny = false;
  for (;; text++) {
    if (*text == '.' && !isFraction) {
      isFraction = true;
      continue;
    }
    if (*text < '0' || *text > '9') break;
    isAny = true;
    if (kept == 0 && *text == '0') {
      exponent -= isFraction;
    } else if (kept < digits) {
      multiply(&top, 10, *text - '0');
      kept++;
      exponent -= isFraction;
    } else {
      if (*text != '0') top.word[0] |= 1;
      exponent += !isFraction;
    }
  }
  if (!isAny) return NULL;
  if (*text == 'e' || *text == 'E') {
    text++;
    bool isBelow = *text == '-';
    if (*text == '-' || *text == '+') text++;
    if (*text < '0' || *text > '9') return NULL;
    long written = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
      if (written < 100000000) written = written * 10 + (*text - '0');
    }
    exponent += isBelow ? -written : written;
  }
  double value;
  if (top.count == 0 || exponent + kept < -400) {
    value = 0;
  } else if (exponent + kept > 400) {
    value = __builtin_inf();
  } else {
    for (; exponent > 0; exponent--) multiply(&top, 10, 0);
    for (; exponent < 0; exponent++) multiply(&bottom, 10, 0);
    value = quotient(&top, &bottom);
  }
  *result = isNegative ? -value : value;
  return text;
}
