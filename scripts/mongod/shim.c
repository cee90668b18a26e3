/* What the embedded engine takes from glibc 2.38, for machines with an older one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return strtoul(text, end, base);
}
long long __isoc23_strtoll(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int count = vsscanf(text, format, values);
  va_end(values);
  return count;
}

int __isoc23_fscanf(FILE *stream, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int count = vfscanf(stream, format, values);
  va_end(values);
  return count;
}

#ifdef __aarch64__
#define FIRST_VERSION "GLIBC_2.17"
#else
#define FIRST_VERSION "GLIBC_2.2.5"
#endif

double fmod(double dividend, double divisor) {
  static double (*real)(double, double);
  if (!real) real = (double (*)(double, double))dlvsym(RTLD_NEXT, "fmod", FIRST_VERSION);
  return real(dividend, divisor);
}
