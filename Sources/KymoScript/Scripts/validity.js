// Whether a field takes its value: what its attributes demand, what a script says of it, and what a form does about it. The
// messages are Chromium's. It is evaluated when somebody first asks for it, or when a form is to be sent.
(function (host, kit) {
  'use strict';
  const { global, define, getter, optionsOf } = kit;
  const { defineProperty } = Object;
  const text = String;
  const { kindOf, boundOf, stepOf, baseOf, isOff, exact } = kit.values;

  // --- The state that a page reads ----------------------------------------------------------------------------------------

  const FLAGS = ['valueMissing', 'typeMismatch', 'patternMismatch', 'tooLong', 'tooShort', 'rangeUnderflow', 'rangeOverflow',
    'stepMismatch', 'badInput', 'customError'];
  const readers = new WeakMap();
  const flagsOf = state => {
    const read = readers.get(state);
    if (read === undefined) throw new TypeError('Illegal invocation');
    return read();
  };
  class ValidityState {
    constructor(token) { if (token !== kit) throw new TypeError('Illegal constructor'); }
  }
  for (const name of FLAGS) getter(ValidityState.prototype, name, function () { return flagsOf(this).has(name); });
  getter(ValidityState.prototype, 'valid', function () { return flagsOf(this).size === 0; });
  defineProperty(ValidityState.prototype, Symbol.toStringTag, { value: 'ValidityState', configurable: true });
  define(global, 'ValidityState', ValidityState);
  /** A state whose flags a function tells: something with `has` and `size`. */
  function show(read) {
    const state = new ValidityState(kit);
    readers.set(state, read);
    return state;
  }

  // --- What is wrong with a field -----------------------------------------------------------------------------------------

  const customMessages = new WeakMap();   // What scripts said of fields.
  const MAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
  const TEXT = /^(text|search|url|tel|password|email)$/;
  const isField = element => /^(input|select|textarea)$/.test(element.localName);
  const isReadOnly = field => field.localName !== 'select' && field.hasAttribute('readonly');

  /** Whether anything is demanded of a field. */
  function takesPart(field) {
    if (!isField(field) && field.localName !== 'button') return false;
    if (/^(hidden|reset|button)$/.test(field.type) || kit.isFieldDisabled(field)) return false;
    if (isField(field) && isReadOnly(field)) return false;
    return field.closest('datalist') === null;
  }
  function isEmpty(field) {
    if (field.localName === 'select') {
      // The first option of a list that drops down is a hint, if it has no value.
      const first = optionsOf(field)[0];
      const isHint = !field.multiple && field.size <= 1 && first !== undefined && first.value === '' && first.parentNode === field;
      return !optionsOf(field).some(one => one.selected && !(isHint && one === first) && !kit.isFieldDisabled(one));
    }
    if (field.type === 'checkbox') return !field.checked;
    if (field.type === 'file') return field.files.length === 0;
    return field.value === '';
  }
  function missing(field) {
    if (field.type === 'radio') {
      const group = kit.radioGroup(field);
      return group.some(one => one.hasAttribute('required')) && !group.some(one => one.checked)
        ? 'Please select one of these options.' : null;
    }
    if (!field.hasAttribute('required') || isReadOnly(field)) return null;
    if (/^(hidden|range|color|submit|image|reset|button)$/.test(field.type) || !isEmpty(field)) return null;
    if (field.type === 'checkbox') return 'Please check this box if you want to proceed.';
    if (field.localName === 'select') return 'Please select an item in the list.';
    return field.type === 'file' ? 'Please select a file.' : 'Please fill out this field.';
  }
  /** What is wrong with an address of mail, or null. */
  function wrongMail(value) {
    if (MAIL.test(value)) return null;
    const at = value.indexOf('@');
    if (at < 0) return `Please include an '@' in the email address. '${value}' is missing an '@'.`;
    const [name, domain] = [value.slice(0, at), value.slice(at + 1)];
    if (name === '') return `Please enter a part followed by '@'. '${value}' is incomplete.`;
    if (domain === '') return `Please enter a part following '@'. '${value}' is incomplete.`;
    const before = /[^\w.!#$%&'*+/=?^`{|}~-]/u.exec(name);
    if (before !== null) return `A part followed by '@' should not contain the symbol '${before[0]}'.`;
    const after = /[^a-z0-9.-]/iu.exec(domain);
    if (after !== null) return `A part following '@' should not contain the symbol '${after[0]}'.`;
    if (/^\.|\.\.|\.$/.test(domain)) return `'.' is used at a wrong position in '${domain}'.`;
    return 'Please enter an email address.';
  }
  function isOfPattern(pattern, value) {
    // A pattern that cannot be read demands nothing.
    try { new RegExp(pattern, 'v'); } catch { return true; }
    return new RegExp(`^(?:${pattern})$`, 'v').test(value);
  }
  /** What of its range and its steps a value misses, into `found`. */
  function measure(field, found) {
    const kind = kindOf(field);
    const value = kind.read(field.value);
    const [least, most] = [boundOf(field, 'min'), boundOf(field, 'max')];
    const isNumber = field.type === 'number' || field.type === 'range';
    const [isBelow, isAbove] = [value < least, value > most];
    if (least > most && field.type === 'time') {
      // A time from the evening to the morning.
      if (isBelow && isAbove) {
        const said = `Value must be between ${kind.show(least)} and ${kind.show(most)}.`;
        found.set('rangeUnderflow', said).set('rangeOverflow', said);
      }
    } else {
      const turned = !(least > most) ? null : isNumber
        ? `Minimum value (${kind.show(least)}) must be less than the maximum value (${kind.show(most)}).`
        : `Minimum date (${kind.show(least)}) must come before Maximum date (${kind.show(most)}).`;
      if (isBelow) {
        found.set('rangeUnderflow', turned ?? (isNumber ? `Value must be greater than or equal to ${kind.show(least)}.`
          : `Value must be ${kind.show(least)} or later.`));
      }
      if (isAbove) {
        found.set('rangeOverflow', turned ?? (isNumber ? `Value must be less than or equal to ${kind.show(most)}.`
          : `Value must be ${kind.show(most)} or earlier.`));
      }
    }
    const step = stepOf(field);
    const base = baseOf(field);
    if (step === null || !isOff(value - base, step)) return;
    const below = exact(base + Math.floor((value - base) / step) * step);
    const above = exact(below + step);
    const [hasBelow, hasAbove] = [!(below < least), !(above > most)];
    found.set('stepMismatch', hasBelow && hasAbove
      ? `Please enter a valid value. The two nearest valid values are ${kind.show(below)} and ${kind.show(above)}.`
      : `Please enter a valid value. The nearest valid value is ${kind.show(hasBelow ? below : above)}.`);
  }
  /** What is wrong with a field: flags with messages; that of the first is shown. */
  function wrongsOf(field) {
    const found = new Map();
    if (customMessages.has(field)) found.set('customError', customMessages.get(field));
    if (!isField(field)) return found;
    const lack = missing(field);
    if (lack !== null) found.set('valueMissing', lack);
    if (field.localName === 'select') return found;
    const { type, value } = field;
    if (value === '') return found;
    const values = type === 'email' && field.hasAttribute('multiple') ? value.split(',') : [value];
    if (type === 'email') {
      const said = values.map(wrongMail).find(one => one !== null);
      if (said !== undefined) found.set('typeMismatch', said);
    }
    if (type === 'url' && kit.url.parse(value, null) === null) found.set('typeMismatch', 'Please enter a URL.');
    if (field.localName === 'textarea' || TEXT.test(type)) {
      const pattern = field.localName === 'input' ? field.getAttribute('pattern') : null;
      if (pattern !== null && !values.every(one => isOfPattern(pattern, one))) {
        found.set('patternMismatch', 'Please match the requested format.');
      }
      const least = /^\s*\d+/.test(field.getAttribute('minlength') ?? '') ? parseInt(field.getAttribute('minlength'), 10) : 0;
      if (kit.isTyped(field) && value.length < least) {
        found.set('tooShort', `Please lengthen this text to ${least} characters or more (you are currently using ${value.length} `
          + `character${value.length === 1 ? '' : 's'}).`);
      }
    }
    if (kindOf(field) !== undefined) measure(field, found);
    return found;
  }

  // --- What fields and forms ask ------------------------------------------------------------------------------------------

  const isFine = field => !takesPart(field) || wrongsOf(field).size === 0;
  const isRight = one => kit.isInForms(one) ? kit.internals.isRight(one) : isFine(one);
  const raiseInvalid = field => kit.raise(field, new kit.Event('invalid', { cancelable: true }));
  const wrongIn = form => kit.fieldsOf(form).filter(one => !isRight(one));
  const states = new WeakMap();
  kit.validity = {
    FLAGS, show, takesPart, isFine, isRight, wrongsOf,
    of(field) {
      if (!states.has(field)) states.set(field, show(() => wrongsOf(field)));
      return states.get(field);
    },
    messageOf: field => takesPart(field) ? wrongsOf(field).values().next().value ?? '' : '',
    setMessage(field, given) {
      const said = text(given);
      if (said === '') customMessages.delete(field); else customMessages.set(field, said);
      // Styles ask for it.
      kit.restyle();
    },
    check(field) {
      if (isFine(field)) return true;
      raiseInvalid(field);
      return false;
    },
    report(field) {
      if (isFine(field)) return true;
      if (raiseInvalid(field)) field.focus();
      return false;
    },
    checkForm(form) {
      const wrong = wrongIn(form);
      for (const one of wrong) raiseInvalid(one);
      return wrong.length === 0;
    },
    reportForm(form) {
      const wrong = wrongIn(form);
      // Somebody who hears of it may say it to the user; otherwise the first field gets the focus.
      const silent = wrong.filter(one => raiseInvalid(one));
      if (silent.length > 0) silent[0].focus();
      return wrong.length === 0;
    },
    /** Whether a form may be sent, as one of its buttons asks. */
    maySend(form, submitter) {
      if (form.hasAttribute('novalidate') || submitter !== null && submitter.hasAttribute('formnovalidate')) return true;
      return kit.validity.reportForm(form);
    },
    /** Whether a selector finds that an element is valid or not: null if it is neither. */
    judge(element) {
      const { localName } = element;
      if (localName === 'form') return wrongIn(element).length === 0;
      if (localName === 'fieldset') return [...kit.fieldsIn(element)].every(isRight);
      if (kit.isInForms(element)) return kit.internals.takesPart(element) ? isRight(element) : null;
      return takesPart(element) ? isFine(element) : null;
    },
    /** Whether a value is in the range that its field has: null if it has none. */
    judgeRange(element) {
      if (kindOf(element) === undefined || !takesPart(element)) return null;
      // A time has always a range: that of all days.
      const hasNone = Number.isNaN(boundOf(element, 'min')) && Number.isNaN(boundOf(element, 'max'));
      if (hasNone && element.type === 'number') return null;
      const found = wrongsOf(element);
      return !found.has('rangeUnderflow') && !found.has('rangeOverflow');
    },
  };
})
