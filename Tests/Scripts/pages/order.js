var shared = 5;
console.log('second script', document.currentScript.getAttribute('src'), typeof later);
Promise.resolve().then(() => console.log('promise of the second script'));
