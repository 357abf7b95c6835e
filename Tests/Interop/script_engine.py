"""JavaScriptCore through its C API, as the product uses it: what the scripts of a page are tested in.

A script calls `native(kind, ...texts)`, which answers with a text or with nothing; everything else of a host is
JavaScript, in Tests/Scripts/host.js.
"""

import ctypes
import pathlib

LIBRARY = "libjavascriptcoregtk-4.1.so.0"
P, PP = ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
CALLBACK = ctypes.CFUNCTYPE(P, P, P, P, ctypes.c_size_t, PP, PP)
SIGNATURES = {
    "JSGlobalContextCreate": (P, [P]),
    "JSGlobalContextCreateInGroup": (P, [P, P]),
    "JSContextGetGroup": (P, [P]),
    "JSGlobalContextRelease": (None, [P]),
    "JSGlobalContextSetUnhandledRejectionCallback": (None, [P, P, PP]),
    "JSContextGetGlobalObject": (P, [P]),
    "JSStringCreateWithUTF8CString": (P, [ctypes.c_char_p]),
    "JSStringCreateWithCharacters": (P, [ctypes.c_char_p, ctypes.c_size_t]),
    "JSStringGetLength": (ctypes.c_size_t, [P]),
    "JSStringGetCharactersPtr": (P, [P]),
    "JSStringRelease": (None, [P]),
    "JSEvaluateScript": (P, [P, P, P, P, ctypes.c_int, PP]),
    "JSValueToStringCopy": (P, [P, P, PP]),
    "JSValueIsUndefined": (ctypes.c_bool, [P, P]),
    "JSValueMakeUndefined": (P, [P]),
    "JSValueMakeString": (P, [P, P]),
    "JSObjectMakeFunctionWithCallback": (P, [P, P, CALLBACK]),
    "JSObjectSetProperty": (None, [P, P, P, P, ctypes.c_uint, PP]),
    "JSObjectGetProperty": (P, [P, P, P, PP]),
}


def library():
    """The engine, or None where it is not installed."""
    try:
        found = ctypes.CDLL(LIBRARY)
    except OSError:
        return None
    for name, (result, arguments) in SIGNATURES.items():
        function = getattr(found, name)
        function.restype, function.argtypes = result, arguments
    return found


class ScriptFailure(Exception):
    """What a script threw, with its stack."""


class Engine:
    """One context. `answers` maps the kind of a native call to what answers it."""

    def __init__(self, answers):
        self.js = library()
        self.answers = dict(answers)
        self.failure = None
        self.made = 1
        self.context = self.js.JSGlobalContextCreate(None)
        # For scripts with built-ins of their own.
        self.apart = self.another()
        # Those of workers, by number.
        self.realms = {}
        self._native = CALLBACK(self._call)
        name = self._text("native")
        function = self.js.JSObjectMakeFunctionWithCallback(self.context, name, self._native)
        globals_ = self.js.JSContextGetGlobalObject(self.context)
        self.js.JSObjectSetProperty(self.context, globals_, name, function, 0, None)
        self.js.JSStringRelease(name)

    def another(self):
        return self.js.JSGlobalContextCreateInGroup(self.js.JSContextGetGroup(self.context), None)

    def drop(self, number):
        for context in self.realms.pop(number):
            self.js.JSGlobalContextRelease(context)

    def close(self):
        for number in list(self.realms):
            self.drop(number)
        self.js.JSGlobalContextRelease(self.apart)
        self.js.JSGlobalContextRelease(self.context)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _text(self, text):
        units = text.encode("utf-16-le", "surrogatepass")
        return self.js.JSStringCreateWithCharacters(units, len(units) // 2)

    def _string(self, value):
        text = self.js.JSValueToStringCopy(self.context, value, None)
        if not text:
            return ""
        units = ctypes.string_at(self.js.JSStringGetCharactersPtr(text), self.js.JSStringGetLength(text) * 2)
        self.js.JSStringRelease(text)
        return units.decode("utf-16-le", "surrogatepass")

    def _call(self, context, function, this, count, arguments, exception):
        try:
            texts = [self._string(arguments[index]) for index in range(count)]
            if texts[0] in ("evaluate", "apart"):
                own, apart = self.realms[texts[4]] if len(texts) > 4 else (self.context, self.apart)
                context = own if texts[0] == "evaluate" else apart
                return self._run(context, texts[1], texts[2], int(texts[3]), exception)
            if texts[0] == "rejections":
                context = self.realms[texts[2]][0] if len(texts) > 2 else self.context
                self.js.JSGlobalContextSetUnhandledRejectionCallback(context, arguments[1], None)
                answer = None
            elif texts[0] == "realm":
                answer = str(self.made)
                self.realms[answer] = (self.another(), self.another())
                self.made += 1
            elif texts[0] == "drop":
                answer = self.drop(texts[1])
            else:
                answer = self.answers[texts[0]](*texts[1:])
        except Exception as problem:  # It must not pass through the engine.
            self.failure = self.failure or problem
            answer = None
        if answer is None:
            return self.js.JSValueMakeUndefined(self.context)
        text = self._text(answer)
        value = self.js.JSValueMakeString(self.context, text)
        self.js.JSStringRelease(text)
        return value

    def _run(self, context, source, name, line, exception):
        texts = self._text(source), self._text(name)
        value = self.js.JSEvaluateScript(context, texts[0], None, texts[1], line, exception)
        for text in texts:
            self.js.JSStringRelease(text)
        return value

    def evaluate(self, source, name="test.js", line=1):
        """The value of a script as a text, or None if it is undefined; microtasks have run when this returns."""
        thrown = ctypes.c_void_p()
        value = self._run(self.context, source, name, line, ctypes.byref(thrown))
        if self.failure:
            raise self.failure
        if thrown.value:
            key = self._text("stack")
            stack = self.js.JSObjectGetProperty(self.context, thrown, key, None)
            self.js.JSStringRelease(key)
            raise ScriptFailure(f"{name}: {self._string(thrown)}\n{self._string(stack) if stack else ''}")
        return None if self.js.JSValueIsUndefined(self.context, value) else self._string(value)

    def load(self, path):
        """The value of a file."""
        return self.evaluate(pathlib.Path(path).read_text(encoding="utf-8"), str(path))
