const later = 6;
console.log('deferred script', document.readyState, document.body.children.length > 3);
