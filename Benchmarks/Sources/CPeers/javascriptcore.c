// A C callback of JavaScriptCore as its own API has it, found at run time as Kymograph does.
#include "CPeers.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

typedef const void *Ref;
typedef Ref (*Callback)(Ref context, Ref function, Ref self, size_t count, const Ref arguments[], Ref *exception);

static double (*to_number)(Ref, Ref, Ref *);
static Ref (*make_undefined)(Ref);
static double received;

static Ref callback(Ref context, Ref function, Ref self, size_t count, const Ref arguments[], Ref *exception) {
  (void)function, (void)self;
  if (count > 0) received += to_number(context, arguments[0], exception);
  return make_undefined(context);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double peers_javascriptcore_callback(const char *library, uint64_t calls, double *sum) {
  static Ref context;
  static Ref (*evaluate)(Ref, Ref, Ref, Ref, int, Ref *);
  static Ref (*make_text)(const char *);
  static void (*release_text)(Ref);
  if (!context) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return -1;
    *(void **)&to_number = dlsym(handle, "JSValueToNumber");
    *(void **)&make_undefined = dlsym(handle, "JSValueMakeUndefined");
    *(void **)&evaluate = dlsym(handle, "JSEvaluateScript");
    *(void **)&make_text = dlsym(handle, "JSStringCreateWithUTF8CString");
    *(void **)&release_text = dlsym(handle, "JSStringRelease");
    Ref (*make_context)(Ref), (*global)(Ref), (*make_function)(Ref, Ref, Callback);
    void (*set)(Ref, Ref, Ref, Ref, unsigned, Ref *);
    *(void **)&make_context = dlsym(handle, "JSGlobalContextCreate");
    *(void **)&global = dlsym(handle, "JSContextGetGlobalObject");
    *(void **)&make_function = dlsym(handle, "JSObjectMakeFunctionWithCallback");
    *(void **)&set = dlsym(handle, "JSObjectSetProperty");
    if (!to_number || !make_undefined || !evaluate || !make_text || !release_text || !make_context || !global ||
        !make_function || !set)
      return -1;
    context = make_context(NULL);
    Ref name = make_text("native");
    set(context, global(context), name, make_function(context, name, callback), 0, NULL);
    release_text(name);
  }
  char source[100];
  snprintf(source, sizeof source, "for (let index = 0; index < %llu; index += 1) native(index)",
           (unsigned long long)calls);
  received = 0;
  Ref text = make_text(source);
  Ref exception = NULL;
  double start = now();
  evaluate(context, text, NULL, NULL, 1, &exception);
  double seconds = now() - start;
  release_text(text);
  *sum = received;
  return exception ? -1 : seconds;
}
