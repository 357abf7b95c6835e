"""What Capacitor's native half has in common in pages that tests write: calls, and what answers them."""

# Of the page: `toNative`, `callbacks`.
ANSWERS = """  Capacitor.nativePromise = (p, m, o) => new Promise((resolve, reject) => Capacitor.toNative(p, m, o, { resolve, reject }));
  Capacitor.nativeCallback = (p, m, o, callback) => Capacitor.toNative(p, m, o, { callback });
  Capacitor.fromNative = r => {
    const stored = callbacks.get(r.callbackId);
    if (stored.callback) stored.callback(r.success ? r.data : null, r.error);
    else if (r.success) stored.resolve(r.data); else stored.reject(Object.assign(new Error(r.error.message), r.error));
    if (!r.save) callbacks.delete(r.callbackId);
  };
"""
