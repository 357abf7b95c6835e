#pragma once
// JavaScriptCore's C API, found when a script is to run and not before: nothing here is linked, and who never runs a
// script need not have the library. Only what is used is declared.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef const struct KymoScriptGroup *JSContextGroupRef;
typedef struct KymoScriptContext *JSContextRef;
typedef const struct KymoScriptValue *JSValueRef;
typedef struct KymoScriptObject *JSObjectRef;
typedef struct KymoScriptText *JSStringRef;
typedef struct KymoScriptClass *JSClassRef;
typedef struct KymoScriptNames *JSPropertyNameArrayRef;
typedef struct KymoScriptNameList *JSPropertyNameAccumulatorRef;
typedef struct KymoScriptWeak *JSWeakRef;

typedef JSValueRef (*JSFunctionCallback)(
    JSContextRef context, JSObjectRef function, JSObjectRef this_object, size_t count,
    const JSValueRef arguments[], JSValueRef *exception);
typedef void (*JSFinalizeCallback)(JSObjectRef object);
typedef bool (*JSHasPropertyCallback)(JSContextRef context, JSObjectRef object, JSStringRef name);
typedef JSValueRef (*JSGetPropertyCallback)(
    JSContextRef context, JSObjectRef object, JSStringRef name, JSValueRef *exception);
typedef bool (*JSSetPropertyCallback)(
    JSContextRef context, JSObjectRef object, JSStringRef name, JSValueRef value, JSValueRef *exception);
typedef bool (*JSDeletePropertyCallback)(
    JSContextRef context, JSObjectRef object, JSStringRef name, JSValueRef *exception);
typedef JSValueRef (*JSConvertCallback)(
    JSContextRef context, JSObjectRef object, int type, JSValueRef *exception);
typedef void (*JSNamesCallback)(JSContextRef context, JSObjectRef object, JSPropertyNameAccumulatorRef names);
typedef bool (*JSTimeLimitCallback)(JSContextRef context, void *info);
typedef void (*JSBytesDeallocator)(void *bytes, void *info);

/// A class of native objects: the layout is version 0 of the API's definition.
typedef struct {
  int version;
  unsigned attributes;
  const char *name;
  JSClassRef parent;
  const void *static_values;
  const void *static_functions;
  void (*initialize)(JSContextRef, JSObjectRef);
  JSFinalizeCallback finalize;
  JSHasPropertyCallback has;
  JSGetPropertyCallback get;
  JSSetPropertyCallback set;
  JSDeletePropertyCallback remove;
  JSNamesCallback names;
  JSFunctionCallback call;
  void *construct;
  void *has_instance;
  JSConvertCallback convert;
} JSClassDefinition;

/// Values of JSValueGetType.
enum { kJSTypeUndefined, kJSTypeNull, kJSTypeBoolean, kJSTypeNumber, kJSTypeString, kJSTypeObject, kJSTypeSymbol, kJSTypeBigInt };
/// Attributes of a property and of a class.
enum { kJSPropertyReadOnly = 2, kJSPropertyDontEnum = 4, kJSPropertyDontDelete = 8, kJSClassNoAutomaticPrototype = 2 };
/// A typed array of doubles.
enum { kJSTypedArrayFloat64 = 8 };

/// The functions that are called: the name, the result, the parameters.
#define KYMO_SCRIPT_FUNCTIONS(USE) \
  USE(JSContextGroupCreate, JSContextGroupRef, (void)) \
  USE(JSContextGroupRelease, void, (JSContextGroupRef)) \
  USE(JSContextGroupSetExecutionTimeLimit, void, (JSContextGroupRef, double, JSTimeLimitCallback, void *)) \
  USE(JSGlobalContextCreateInGroup, JSContextRef, (JSContextGroupRef, JSClassRef)) \
  USE(JSGlobalContextRelease, void, (JSContextRef)) \
  USE(JSContextGetGlobalObject, JSObjectRef _Nonnull, (JSContextRef)) \
  USE(JSContextGetGlobalContext, JSContextRef, (JSContextRef)) \
  USE(JSEvaluateScript, JSValueRef, (JSContextRef, JSStringRef, JSObjectRef, JSStringRef, int, JSValueRef *)) \
  USE(JSCheckScriptSyntax, bool, (JSContextRef, JSStringRef, JSStringRef, int, JSValueRef *)) \
  USE(JSGarbageCollect, void, (JSContextRef)) \
  USE(JSSynchronousGarbageCollectForDebugging, void, (JSContextRef)) \
  USE(JSClassCreate, JSClassRef, (const JSClassDefinition *)) \
  USE(JSObjectMake, JSObjectRef _Nonnull, (JSContextRef, JSClassRef, void *)) \
  USE(JSObjectMakeArray, JSObjectRef, (JSContextRef, size_t, const JSValueRef[], JSValueRef *)) \
  USE(JSObjectMakeError, JSObjectRef, (JSContextRef, size_t, const JSValueRef[], JSValueRef *)) \
  USE(JSObjectGetPrivate, void *, (JSObjectRef)) \
  USE(JSObjectGetPrivateProperty, JSValueRef, (JSContextRef, JSObjectRef, JSStringRef)) \
  USE(JSObjectSetPrivateProperty, bool, (JSContextRef, JSObjectRef, JSStringRef, JSValueRef)) \
  USE(JSPropertyNameAccumulatorAddName, void, (JSPropertyNameAccumulatorRef, JSStringRef)) \
  USE(JSWeakCreate, JSWeakRef, (JSContextGroupRef, JSObjectRef)) \
  USE(JSWeakRelease, void, (JSContextGroupRef, JSWeakRef)) \
  USE(JSWeakGetObject, JSObjectRef, (JSWeakRef)) \
  USE(JSObjectGetPrototype, JSValueRef, (JSContextRef, JSObjectRef)) \
  USE(JSObjectSetPrototype, void, (JSContextRef, JSObjectRef, JSValueRef)) \
  USE(JSObjectHasProperty, bool, (JSContextRef, JSObjectRef, JSStringRef)) \
  USE(JSObjectGetProperty, JSValueRef, (JSContextRef, JSObjectRef, JSStringRef, JSValueRef *)) \
  USE(JSObjectSetProperty, void, (JSContextRef, JSObjectRef, JSStringRef, JSValueRef, unsigned, JSValueRef *)) \
  USE(JSObjectDeleteProperty, bool, (JSContextRef, JSObjectRef, JSStringRef, JSValueRef *)) \
  USE(JSObjectGetPropertyAtIndex, JSValueRef, (JSContextRef, JSObjectRef, unsigned, JSValueRef *)) \
  USE(JSObjectSetPropertyAtIndex, void, (JSContextRef, JSObjectRef, unsigned, JSValueRef, JSValueRef *)) \
  USE(JSObjectCopyPropertyNames, JSPropertyNameArrayRef, (JSContextRef, JSObjectRef)) \
  USE(JSPropertyNameArrayRelease, void, (JSPropertyNameArrayRef)) \
  USE(JSPropertyNameArrayGetCount, size_t, (JSPropertyNameArrayRef)) \
  USE(JSPropertyNameArrayGetNameAtIndex, JSStringRef, (JSPropertyNameArrayRef, size_t)) \
  USE(JSObjectIsFunction, bool, (JSContextRef, JSObjectRef)) \
  USE(JSObjectCallAsFunction, JSValueRef, (JSContextRef, JSObjectRef, JSObjectRef, size_t, const JSValueRef[], JSValueRef *)) \
  USE(JSObjectMakeArrayBufferWithBytesNoCopy, JSObjectRef, (JSContextRef, void *, size_t, JSBytesDeallocator, void *, JSValueRef *)) \
  USE(JSObjectMakeTypedArrayWithArrayBuffer, JSObjectRef, (JSContextRef, int, JSObjectRef, JSValueRef *)) \
  USE(JSStringCreateWithCharacters, JSStringRef _Nonnull, (const uint16_t *, size_t)) \
  USE(JSStringCreateWithUTF8CString, JSStringRef _Nonnull, (const char *)) \
  USE(JSStringRelease, void, (JSStringRef)) \
  USE(JSStringGetLength, size_t, (JSStringRef)) \
  USE(JSStringGetCharactersPtr, const uint16_t *, (JSStringRef)) \
  USE(JSStringGetMaximumUTF8CStringSize, size_t, (JSStringRef)) \
  USE(JSStringGetUTF8CString, size_t, (JSStringRef, char *, size_t)) \
  USE(JSValueGetType, int, (JSContextRef, JSValueRef)) \
  USE(JSValueIsArray, bool, (JSContextRef, JSValueRef)) \
  USE(JSValueIsDate, bool, (JSContextRef, JSValueRef)) \
  USE(JSValueIsObjectOfClass, bool, (JSContextRef, JSValueRef, JSClassRef)) \
  USE(JSValueIsStrictEqual, bool, (JSContextRef, JSValueRef, JSValueRef)) \
  USE(JSValueMakeUndefined, JSValueRef _Nonnull, (JSContextRef)) \
  USE(JSValueMakeNull, JSValueRef _Nonnull, (JSContextRef)) \
  USE(JSValueMakeBoolean, JSValueRef _Nonnull, (JSContextRef, bool)) \
  USE(JSValueMakeNumber, JSValueRef _Nonnull, (JSContextRef, double)) \
  USE(JSValueMakeString, JSValueRef _Nonnull, (JSContextRef, JSStringRef)) \
  USE(JSValueMakeFromJSONString, JSValueRef, (JSContextRef, JSStringRef)) \
  USE(JSValueCreateJSONString, JSStringRef, (JSContextRef, JSValueRef, unsigned, JSValueRef *)) \
  USE(JSValueToBoolean, bool, (JSContextRef, JSValueRef)) \
  USE(JSValueToNumber, double, (JSContextRef, JSValueRef, JSValueRef *)) \
  USE(JSValueToStringCopy, JSStringRef, (JSContextRef, JSValueRef, JSValueRef *)) \
  USE(JSValueProtect, void, (JSContextRef, JSValueRef)) \
  USE(JSValueUnprotect, void, (JSContextRef, JSValueRef)) \
  USE(JSGlobalContextSetUnhandledRejectionCallback, void, (JSContextRef, JSObjectRef, JSValueRef *))

#define KYMO_SCRIPT_MEMBER(name, result, parameters) result(*name) parameters;
/// The functions, found by ``kymo_script_load``.
typedef struct {
  KYMO_SCRIPT_FUNCTIONS(KYMO_SCRIPT_MEMBER)
} KymoScriptFunctions;

/// Finds the library and its functions: NULL, or what is missing.
static inline const char *kymo_script_load(const char *path, KymoScriptFunctions *functions) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define KYMO_SCRIPT_FIND(name, result, parameters) \
  if (!(functions->name = (result(*) parameters)dlsym(library, #name))) return "it has no " #name;
  KYMO_SCRIPT_FUNCTIONS(KYMO_SCRIPT_FIND)
#undef KYMO_SCRIPT_FIND
  return NULL;
}

/// The engine's own sampler, which later or earlier engines may lack: all functions, or none.
typedef struct {
  bool (*enable)(JSContextGroupRef);
  void (*disable)(JSContextGroupRef);
  JSStringRef (*take)(JSContextGroupRef);
} KymoScriptSampler;

/// Finds the sampler; false if the library has none.
static inline bool kymo_script_sampler(const char *path, KymoScriptSampler *sampler) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  sampler->enable = (bool (*)(JSContextGroupRef))dlsym(library, "JSContextGroupEnableSamplingProfiler");
  sampler->disable = (void (*)(JSContextGroupRef))dlsym(library, "JSContextGroupDisableSamplingProfiler");
  sampler->take = (JSStringRef(*)(JSContextGroupRef))dlsym(library, "JSContextGroupTakeSamplesFromSamplingProfiler");
  return sampler->enable && sampler->disable && sampler->take;
}
