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
  const UNSURE = Symbol('indeterminate');
  const put = (target, key, value) => defineProperty(target, key, { value, writable: true, configurable: true });

  /** The options of a select, in a list that nobody else has. */
  const optionsOf = kit.optionsOf = select => {
    const found = [];
    for (let at = select.firstChild; at !== null; at = at.nextSibling) {
      if (at.localName === 'option') found.push(at);
      if (at.localName !== 'optgroup') continue;
      for (let one = at.firstChild; one !== null; one = one.nextSibling) if (one.localName === 'option') found.push(one);
    }
    return found;
  };

  const CAN_BE_DISABLED = /^(input|select|textarea|button|fieldset|option|optgroup)$/;
  kit.canBeDisabled = element => CAN_BE_DISABLED.test(element.localName);
  /** Whether a field, or an option, is disabled: by itself, or by a group that it is in. */
  kit.isFieldDisabled = element => {
    if (!kit.canBeDisabled(element)) return false;
    if (element.hasAttribute('disabled')) return true;
    const { parentNode } = element;
    if (element.localName === 'optgroup') return false;
    if (element.localName === 'option') {
      return parentNode !== null && parentNode.localName === 'optgroup' && parentNode.hasAttribute('disabled');
    }
    for (let below = element, at = parentNode; at !== null; below = at, at = at.parentNode) {
      if (at.localName !== 'fieldset' || !at.hasAttribute('disabled')) continue;
      // What is in the first legend stays as it is.
      let legend = at.firstElementChild;
      while (legend !== null && legend.localName !== 'legend') legend = legend.nextElementSibling;
      if (below !== legend) return true;
    }
    return false;
  };

  /** Whether a user can neither click an element nor give it the focus. */
  kit.isOff = element => element.localName !== 'fieldset' && kit.isFieldDisabled(element)
    || kit.isInForms(element) && kit.isCustomDisabled(element);

  // --- Values -------------------------------------------------------------------------------------------------------

  const written = (element, name) => element.getAttribute(name) || '';
  const PLAIN = /^(hidden|submit|image|reset|button)$/;
  const CHECKABLE = /^(checkbox|radio)$/;
  // Kinds whose values are no more than a line of text; of the others values.js knows more.
  const LINE = /^(text|search|tel|password)$/;
  const sanitized = (field, kind, said) => LINE.test(kind) ? (/[\r\n]/.test(said) ? said.replace(/[\r\n]/g, '') : said)
    : kit.values.sanitized(field, said);

  getter(HTMLInputElement.prototype, 'value', function () {
    const kind = this.type;
    if (PLAIN.test(kind)) return written(this, 'value');
    if (CHECKABLE.test(kind)) return this.hasAttribute('value') ? this.getAttribute('value') : 'on';
    if (kind === 'file') return '';
    return sanitized(this, kind, this[VALUE] === undefined ? written(this, 'value') : this[VALUE]);
  }, function (value) {
    const said = value === null ? '' : text(value);
    const kind = this.type;
    if (PLAIN.test(kind) || CHECKABLE.test(kind)) this.setAttribute('value', said);
    else if (kind === 'file') {
      if (said !== '') throw kit.exception('a script chooses no file', 'InvalidStateError');
    } else setValue(this, sanitized(this, kind, said));
  });
  /** Gives a field another text, whose end is chosen then. */
  function setValue(field, value) {
    typed.delete(field);
    if (chooses() && field.value !== value) kit.selections.moved(field);
    put(field, VALUE, value);
    // Styles may ask what is valid, chosen or empty, here and below.
    kit.restyle();
  }
  // Whether anybody has asked for what is chosen of a text: before, there is nothing to be moved.
  const chooses = () => kit.selectionsAreThere === true;
  /** Whether somebody set the text of a field, or set it back. */
  kit.isChanged = field => hasOwn(field, VALUE);
  // Fields whose text a user typed: how short it is counts for them alone.
  const typed = new WeakSet();
  kit.isTyped = field => typed.has(field);
  getter(HTMLInputElement.prototype, 'checked', function () {
    return this[CHECKED] === undefined ? this.hasAttribute('checked') : this[CHECKED];
  }, function (value) {
    put(this, CHECKED, !!value);
    kit.restyle();
    if (value && this.type === 'radio') for (const other of group(this)) if (other !== this) put(other, CHECKED, false);
  });

  getter(HTMLInputElement.prototype, 'indeterminate', function () { return this[UNSURE] === true; },
    function (value) {
      put(this, UNSURE, !!value);
      kit.restyle();
    });

  /** The radio buttons of which one is chosen at a time. */
  kit.radioGroup = radio => radio.name === '' ? [radio] : group(radio);
  function group(radio) {
    const root = radio.form || radio.getRootNode();
    return [...root.querySelectorAll('input')].filter(one =>
      one.type === 'radio' && one.name === radio.name && radio.name !== '' && one.form === radio.form);
  }

  getter(HTMLTextAreaElement.prototype, 'value', function () {
    return this[VALUE] === undefined ? this.textContent.replace(/\r\n?/g, '\n') : this[VALUE];
  }, function (value) { setValue(this, value === null ? '' : text(value).replace(/\r\n?/g, '\n')); });

  getter(HTMLOptionElement.prototype, 'selected', function () {
    const select = this.closest('select');
    if (select !== null && !select.multiple && select.size <= 1) return chosen(select) === this;
    return this[SELECTED] === undefined ? this.defaultSelected : this[SELECTED];
  }, function (value) {
    const select = this.closest('select');
    if (value && select !== null && !select.multiple) for (const one of optionsOf(select)) put(one, SELECTED, false);
    put(this, SELECTED, !!value);
    kit.restyle();
  });
  getter(HTMLOptionElement.prototype, 'index', function () {
    const select = this.closest('select');
    return select === null ? 0 : optionsOf(select).indexOf(this);
  });

  function chosen(select) {
    const options = optionsOf(select);
    let found = null;
    for (const option of options) {
      if (option[SELECTED] === undefined ? option.defaultSelected : option[SELECTED]) found = option;
    }
    // None, if a script chose none, until another option comes.
    const none = select[VALUE];
    if (found !== null || none !== undefined && options.every(option => none.has(option))) return found;
    return options.find(option => !kit.isFieldDisabled(option)) || null;
  }

  getter(HTMLSelectElement.prototype, 'type', function () { return this.multiple ? 'select-multiple' : 'select-one'; });
  getter(HTMLSelectElement.prototype, 'selectedOptions', function () {
    return new NodeList(optionsOf(this).filter(option => option.selected));
  });
  getter(HTMLSelectElement.prototype, 'selectedIndex', function () {
    return optionsOf(this).findIndex(option => option.selected);
  }, function (value) {
    const options = optionsOf(this);
    for (const option of options) put(option, SELECTED, false);
    kit.restyle();
    put(this, VALUE, options[value] === undefined ? new WeakSet(options) : undefined);
    if (options[value] !== undefined) options[value].selected = true;
  });
  getter(HTMLSelectElement.prototype, 'value', function () {
    const option = this.multiple || this.size > 1 ? optionsOf(this).find(one => one.selected) : chosen(this);
    return option ? option.value : '';
  }, function (value) {
    this.selectedIndex = optionsOf(this).findIndex(option => option.value === text(value));
  });
  define(HTMLSelectElement.prototype, 'remove', function remove(index) {
    if (index === undefined) return kit.detach(this);
    const option = optionsOf(this)[index];
    if (option) kit.detach(option);
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
      const all = this.domino$rooted ? [...this.ownerDocument.querySelectorAll('label')] : [];
      return new NodeList(all.filter(one => one.control === this));
    });
  }
  getter(HTMLLabelElement.prototype, 'control', function () {
    const id = this.getAttribute('for');
    if (id !== null) return this.ownerDocument.getElementById(id);
    return this.querySelector('input:not([type=hidden]), select, textarea, button');
  });

  const FIELDS = 'input, select, textarea, button, fieldset, output, object';
  /** What may belong to a form, below a node. */
  kit.fieldsIn = root => root.querySelectorAll([FIELDS, ...kit.namesInForms()].join());
  const fieldsOf = form => [...kit.fieldsIn(form.domino$rooted ? form.getRootNode() : form)]
    .filter(one => (kit.isInForms(one) ? kit.formOfCustom(one) : one.form) === form && !(one.localName === 'input' && one.type === 'image'));
  kit.fieldsOf = fieldsOf;
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
      if (kit.isFieldDisabled(one) || !one.name || one.localName === 'fieldset' || one.localName === 'output') continue;
      const kind = one.type;
      if (/^(submit|reset|button|image)$/.test(kind) && one !== submitter) continue;
      if (CHECKABLE.test(kind) && !one.checked) continue;
      if (one.localName === 'select') {
        for (const option of optionsOf(one)) {
          if (option.selected && !kit.isFieldDisabled(option)) entries.push([one.name, option.value]);
        }
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
    if (method === 'dialog') {
      const dialog = form.closest('dialog');
      if (dialog !== null) dialog.close(submitter === null ? undefined : submitter.getAttribute('value') ?? undefined);
      return;
    }
    const entries = kit.entriesOfForm(form, submitter);
    if (entries === null) return;
    if (/^javascript:/i.test(url)) return void kit.navigate(url, 'form');
    const texts = entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
    const query = new kit.URLSearchParams(texts).toString();
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
    if (!kit.validity.maySend(this, submitter)) return;
    const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, composed: true, submitter });
    if (kit.raise(this, event)) send(this, submitter);
  });
  define(HTMLFormElement.prototype, 'reset', function reset() {
    if (!kit.raise(this, new Event('reset', { bubbles: true, cancelable: true }))) return;
    kit.restyle();
    for (const one of fieldsOf(this)) {
      if (kit.isInForms(one)) {
        kit.resetCustom(one);
        continue;
      }
      if (one.localName === 'output') {
        kit.resetOutput(one);
        continue;
      }
      typed.delete(one);
      put(one, VALUE, undefined);
      if (chooses()) kit.selections.moved(one);
      put(one, CHECKED, undefined);
      if (one.localName === 'select') for (const option of optionsOf(one)) put(option, SELECTED, undefined);
    }
  });

  // --- What a click does ---------------------------------------------------------------------------------------------

  const told = field => {
    if (!field.domino$rooted) return;
    kit.raise(field, new Event('input', { bubbles: true, composed: true }));
    kit.raise(field, new Event('change', { bubbles: true }));
  };

  kit.activation = element => {
    if (!(element instanceof HTMLElement)) return null;
    if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) {
      return element.hasAttribute('href') ? { after: () => kit.navigate(element.href, 'link') } : null;
    }
    if (element instanceof HTMLInputElement && CHECKABLE.test(element.type) && !kit.isFieldDisabled(element)) {
      const old = element.type === 'radio' ? group(element).find(one => one.checked) || null : element.checked;
      const wasUnsure = element.indeterminate;
      return {
        before() {
          element.indeterminate = false;
          element.checked = element.type === 'radio' ? true : !element.checked;
        },
        after() { if (element.type !== 'radio' || old !== element) told(element); },
        cancel() {
          element.indeterminate = wasUnsure;
          if (element.type !== 'radio') element.checked = old;
          else if (old === null) put(element, CHECKED, false);
          else old.checked = true;
        },
      };
    }
    if ((element instanceof HTMLButtonElement || element instanceof HTMLInputElement) && !kit.isFieldDisabled(element)) {
      if (/^(submit|image)$/.test(element.type)) {
        return { after() { if (element.form && element.domino$rooted) element.form.requestSubmit(element); } };
      }
      if (element.type === 'reset') return { after() { if (element.form) element.form.reset(); } };
      return null;
    }
    if (element instanceof HTMLLabelElement) {
      return { after(event) {
        const control = element.control;
        if (!control || kit.isOff(control) || control.contains(event.target)) return;
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
    if (kit.isOff(element) || element[CLICKING]) return;
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
    typed.add(field);
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
      kit.numberField(form);
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
