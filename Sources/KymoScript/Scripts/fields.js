// Fields and forms: values that a user or a script changed, what a click does, and named access as old pages use it.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { define, getter, elements } = kit;
  const { defineProperty, hasOwn } = Object;
  const text = String;
  const {
    HTMLElement, HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLOptionElement, HTMLFormElement,
    HTMLLabelElement, HTMLButtonElement, HTMLAnchorElement, HTMLAreaElement, HTMLImageElement,
  } = elements;
  const Document = kit.require('./Document');
  const NodeList = kit.require('./NodeList');
  const { MouseEvent, SubmitEvent } = kit.events;
  const Event = kit.Event;

  const VALUE = Symbol('value');      // What a field holds once it was changed.
  const CHECKED = Symbol('checked');
  const SELECTED = Symbol('selected');
  const put = (target, key, value) => defineProperty(target, key, { value, writable: true, configurable: true });

  // --- Values -------------------------------------------------------------------------------------------------------

  const written = (element, name) => element.getAttribute(name) || '';
  const PLAIN = /^(hidden|submit|image|reset|button)$/;
  const CHECKABLE = /^(checkbox|radio)$/;

  getter(HTMLInputElement.prototype, 'value', function () {
    if (PLAIN.test(this.type)) return written(this, 'value');
    if (CHECKABLE.test(this.type)) return this.hasAttribute('value') ? this.getAttribute('value') : 'on';
    if (this.type === 'file') return '';
    return this[VALUE] === undefined ? written(this, 'value') : this[VALUE];
  }, function (value) {
    const said = value === null ? '' : text(value);
    if (PLAIN.test(this.type) || CHECKABLE.test(this.type)) this.setAttribute('value', said);
    else if (this.type !== 'file') put(this, VALUE, said.replace(/[\r\n]/g, ''));
  });
  getter(HTMLInputElement.prototype, 'valueAsNumber', function () {
    return this.value === '' ? NaN : Number(this.value);
  }, function (value) { this.value = value; });
  getter(HTMLInputElement.prototype, 'checked', function () {
    return this[CHECKED] === undefined ? this.hasAttribute('checked') : this[CHECKED];
  }, function (value) {
    put(this, CHECKED, !!value);
    if (value && this.type === 'radio') for (const other of group(this)) if (other !== this) put(other, CHECKED, false);
  });

  function group(radio) {
    const root = radio.form || radio.getRootNode();
    return [...root.querySelectorAll('input')].filter(one =>
      one.type === 'radio' && one.name === radio.name && radio.name !== '' && one.form === radio.form);
  }

  getter(HTMLTextAreaElement.prototype, 'value', function () {
    return this[VALUE] === undefined ? this.textContent : this[VALUE];
  }, function (value) { put(this, VALUE, value === null ? '' : text(value).replace(/\r\n?/g, '\n')); });
  for (const Kind of [HTMLInputElement, HTMLTextAreaElement]) {
    define(Kind.prototype, 'select', () => {});
    define(Kind.prototype, 'setSelectionRange', () => {});
  }

  getter(HTMLOptionElement.prototype, 'selected', function () {
    const select = this.closest('select');
    if (select !== null && !select.multiple && select.size <= 1) return chosen(select) === this;
    return this[SELECTED] === undefined ? this.defaultSelected : this[SELECTED];
  }, function (value) {
    const select = this.closest('select');
    if (value && select !== null && !select.multiple) for (const one of select.options) put(one, SELECTED, false);
    put(this, SELECTED, !!value);
  });
  getter(HTMLOptionElement.prototype, 'index', function () {
    const select = this.closest('select');
    return select === null ? 0 : [...select.options].indexOf(this);
  });

  function chosen(select) {
    const options = [...select.options];
    let found = null;
    for (const option of options) {
      if (option[SELECTED] === undefined ? option.defaultSelected : option[SELECTED]) found = option;
    }
    if (found !== null || select[VALUE] === 'none') return found;
    return options.find(option => !option.disabled) || null;
  }

  getter(HTMLSelectElement.prototype, 'type', function () { return this.multiple ? 'select-multiple' : 'select-one'; });
  getter(HTMLSelectElement.prototype, 'selectedOptions', function () {
    return new NodeList([...this.options].filter(option => option.selected));
  });
  getter(HTMLSelectElement.prototype, 'selectedIndex', function () {
    return [...this.options].findIndex(option => option.selected);
  }, function (value) {
    const options = [...this.options];
    for (const option of options) put(option, SELECTED, false);
    put(this, VALUE, 'none');
    if (options[value]) options[value].selected = true;
  });
  getter(HTMLSelectElement.prototype, 'value', function () {
    const option = [...this.options].find(one => one.selected);
    return option ? option.value : '';
  }, function (value) {
    this.selectedIndex = [...this.options].findIndex(option => option.value === text(value));
  });
  getter(HTMLSelectElement.prototype, 'length', function () { return this.options.length; });
  define(HTMLSelectElement.prototype, 'item', function item(index) { return this.options[index] || null; });
  define(HTMLSelectElement.prototype, 'add', function add(option, before = null) {
    this.insertBefore(option, typeof before === 'number' ? this.options[before] || null : before);
  });
  define(HTMLSelectElement.prototype, 'remove', function remove(index) {
    if (index === undefined) return HTMLElement.prototype.remove.call(this);
    const option = this.options[index];
    if (option) option.remove();
  });

  // --- Forms --------------------------------------------------------------------------------------------------------

  for (const Kind of [
    HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement, elements.HTMLFieldSetElement,
    elements.HTMLOutputElement, elements.HTMLObjectElement,
  ]) {
    getter(Kind.prototype, 'form', function () {
      const id = this.getAttribute('form');
      if (id !== null && this.ownerDocument) return this.ownerDocument.getElementById(id);
      return this.closest('form');
    });
    getter(Kind.prototype, 'labels', function () {
      const all = this.rooted ? [...this.ownerDocument.querySelectorAll('label')] : [];
      return new NodeList(all.filter(one => one.control === this));
    });
    // Without constraints every field is valid; a constraint is not checked, and that is said.
    define(Kind.prototype, 'checkValidity', function checkValidity() {
      kit.missing('the validation of form fields');
      return true;
    });
  }
  getter(HTMLLabelElement.prototype, 'control', function () {
    const id = this.getAttribute('for');
    if (id !== null) return this.ownerDocument.getElementById(id);
    return this.querySelector('input:not([type=hidden]), select, textarea, button');
  });

  const FIELDS = 'input, select, textarea, button, fieldset, output, object';
  const fieldsOf = form => [...(form.rooted ? form.getRootNode() : form).querySelectorAll([FIELDS, ...kit.namesInForms()].join())]
    .filter(one => (kit.isInForms(one) ? kit.formOfCustom(one) : one.form) === form && !(one.localName === 'input' && one.type === 'image'));
  getter(HTMLFormElement.prototype, 'elements', function () {
    const list = new NodeList(fieldsOf(this));
    define(list, 'namedItem', name => list.find(one => one.id === name || one.name === name) || null);
    for (const one of [...list].reverse()) {
      for (const name of [one.id, one.name]) if (name && !(name in [])) define(list, name, one);
    }
    return list;
  });
  getter(HTMLFormElement.prototype, 'length', function () { return fieldsOf(this).length; });

  /** What a form sends: names and values of its fields. */
  function entriesOf(form, submitter = null) {
    const entries = [];
    for (const one of fieldsOf(form)) {
      if (kit.isInForms(one)) {
        if (!kit.isCustomDisabled(one)) entries.push(...kit.internals.entries(one));
        continue;
      }
      if (one.disabled || !one.name || one.localName === 'fieldset' || one.localName === 'output') continue;
      const kind = one.type;
      if (/^(submit|reset|button|image)$/.test(kind) && one !== submitter) continue;
      if (CHECKABLE.test(kind) && !one.checked) continue;
      if (one.localName === 'select') {
        for (const option of one.options) if (option.selected && !option.disabled) entries.push([one.name, option.value]);
      } else {
        entries.push([one.name, one.value]);
      }
    }
    return entries;
  }
  kit.formEntries = entriesOf;

  function send(form, submitter) {
    const written = (submitter && submitter.getAttribute('formaction')) || form.getAttribute('action') || kit.address();
    const method = ((submitter && submitter.getAttribute('formmethod')) || form.method).toLowerCase();
    const url = kit.resolve(written);
    if (method === 'dialog') return;
    if (/^javascript:/i.test(url)) return void kit.navigate(url, 'form');
    const query = new kit.URLSearchParams(entriesOf(form, submitter)).toString();
    if (method === 'post') {
      kit.missing('the body of a form that is posted');
      return void kit.navigate(url, 'form');
    }
    const target = kit.url.parse(url, null);
    if (target === null) return;
    target.query = query;
    target.fragment = null;
    kit.navigate(kit.url.write(target), 'form');
  }
  define(HTMLFormElement.prototype, 'submit', function submit() { send(this, null); });
  define(HTMLFormElement.prototype, 'requestSubmit', function requestSubmit(submitter = null) {
    const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, composed: true, submitter });
    if (kit.raise(this, event)) send(this, submitter);
  });
  define(HTMLFormElement.prototype, 'reset', function reset() {
    if (!kit.raise(this, new Event('reset', { bubbles: true, cancelable: true }))) return;
    for (const one of fieldsOf(this)) {
      if (kit.isInForms(one)) {
        kit.resetCustom(one);
        continue;
      }
      put(one, VALUE, undefined);
      put(one, CHECKED, undefined);
      if (one.localName === 'select') for (const option of one.options) put(option, SELECTED, undefined);
    }
  });

  // --- What a click does ---------------------------------------------------------------------------------------------

  const told = field => {
    if (!field.rooted) return;
    kit.raise(field, new Event('input', { bubbles: true, composed: true }));
    kit.raise(field, new Event('change', { bubbles: true }));
  };

  kit.activation = element => {
    if (!(element instanceof HTMLElement)) return null;
    if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) {
      return element.hasAttribute('href') ? { after: () => kit.navigate(element.href, 'link') } : null;
    }
    if (element instanceof HTMLInputElement && CHECKABLE.test(element.type) && !element.disabled) {
      const old = element.type === 'radio' ? group(element).find(one => one.checked) || null : element.checked;
      return {
        before() { element.checked = element.type === 'radio' ? true : !element.checked; },
        after() { if (element.type !== 'radio' || old !== element) told(element); },
        cancel() {
          if (element.type !== 'radio') element.checked = old;
          else if (old === null) put(element, CHECKED, false);
          else old.checked = true;
        },
      };
    }
    if ((element instanceof HTMLButtonElement || element instanceof HTMLInputElement) && !element.disabled) {
      if (/^(submit|image)$/.test(element.type)) {
        return { after() { if (element.form && element.rooted) element.form.requestSubmit(element); } };
      }
      if (element.type === 'reset') return { after() { if (element.form) element.form.reset(); } };
      return null;
    }
    if (element instanceof HTMLLabelElement) {
      return { after(event) {
        const control = element.control;
        if (!control || control.disabled || control.contains(event.target)) return;
        // A finger on the label is one on its control.
        if (event.isTrusted && kit.clickAgain !== undefined) kit.clickAgain(control, event); else control.click();
      } };
    }
    if (element.localName === 'summary' && element.parentNode && element.parentNode.localName === 'details') {
      return { after() { element.parentNode.open = !element.parentNode.open; } };
    }
    return null;
  };

  const CLICKING = Symbol('clicking');
  function dispatchClick(element, event) {
    if (element.disabled || element[CLICKING]) return;
    put(element, CLICKING, true);
    try {
      kit.dispatch(element, event);
    } finally {
      put(element, CLICKING, false);
    }
  }
  const clickOf = detail => new MouseEvent('click', {
    bubbles: true, cancelable: true, composed: true, view: global, detail,
  });
  define(HTMLElement.prototype, 'click', function () { dispatchClick(this, clickOf(0)); });
  kit.click = element => dispatchClick(element, kit.trust(clickOf(1)));
  /** Clicks an element with an event of somebody's who has touched it. */
  kit.clickWith = (element, event) => dispatchClick(element, kit.trust(event));

  /** Types a text into a field as a user does. */
  kit.type = (field, value) => {
    field.focus();
    field.value = value;
    told(field);
  };

  // --- Names ---------------------------------------------------------------------------------------------------------

  // An element with an id is a property of the window, unless something else has the name.
  const addId = Document.prototype.addId;
  define(Document.prototype, 'addId', function (id, node) {
    addId.call(this, id, node);
    if (this !== kit.document || id in global) return;
    defineProperty(global, id, {
      configurable: true,
      enumerable: false,
      get: () => this.getElementById(id) || undefined,
      set(value) { defineProperty(global, id, { value, writable: true, configurable: true, enumerable: true }); },
    });
  });

  const access = (owner, name, find) => {
    if (name && !hasOwn(owner, name) && !(name in owner)) defineProperty(owner, name, { configurable: true, get: find });
  };
  // A form has its fields by name, and the document its forms and images.
  for (const Kind of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement]) {
    define(Kind.prototype, '_roothook', function () {
      const form = this.form;
      if (form === null) return;
      for (const name of [this.getAttribute('name'), this.id]) {
        access(form, name, () => {
          const found = fieldsOf(form).filter(one => one.name === name || one.id === name);
          return found.length > 1 ? new NodeList(found) : found[0];
        });
      }
    });
  }
  for (const Kind of [HTMLFormElement, HTMLImageElement]) {
    define(Kind.prototype, '_roothook', function () {
      const name = this.getAttribute('name');
      const owner = this.ownerDocument;
      access(owner, name, () => owner.querySelector(`${this.localName}[name="${name}"]`) || undefined);
    });
  }
})
