"""A page that writes down what a finger does to it, and the same taps in Chromium and in the platform's scripts."""

import json

# Every field of an event that does not depend on a layout, and where the events of one element follow each other.
PAGE = """<!doctype html><meta name=viewport content="width=device-width,initial-scale=1">
<style>* { margin: 0 } body > * { display: block; height: 26px; width: 200px }</style><body>
<div id=box><p id=mid style="height: 26px"><b id=inner style="display: block; height: 26px">x</b></p></div>
<div id=plain>p</div>
<button id=button><i id=italic>b</i></button>
<a id=link href="#there">a</a>
<input id=check type=checkbox><input id=one type=radio name=r><input id=two type=radio name=r>
<label id=label for=check>l</label>
<label id=around><b id=words style="display: block; height: 26px">w</b></label>
<input id=field value=abc>
<textarea id=area></textarea>
<button id=off disabled>off</button>
<form id=form><input id=submit type=submit></form>
<div id=table tabindex=0><b id=within style="display: block; height: 26px">x</b></div>
<details id=details><summary id=summary>s</summary>x</details>
<div id=source>s</div><div id=taken>t</div>
<script>
var seen = [], stops = [], captures = null, pointer = 0;
form.onsubmit = () => false;
const types = ('pointerover pointerenter pointerdown pointermove pointerup pointercancel pointerout pointerleave '
  + 'gotpointercapture lostpointercapture touchstart touchmove touchend touchcancel mouseover mouseenter mousemove mousedown '
  + 'mouseup mouseout mouseleave click dblclick auxclick contextmenu focus focusin blur focusout input change submit '
  + 'hashchange').split(' ');
const named = node => node === null || node === undefined ? null : node === window ? 'window' : node.id || node.localName;
const fields = ('isTrusted bubbles cancelable composed defaultPrevented detail which button buttons ctrlKey shiftKey altKey '
  + 'metaKey movementX movementY pointerId width height pressure tangentialPressure tiltX tiltY twist altitudeAngle '
  + 'azimuthAngle pointerType isPrimary persistentDeviceId').split(' ');
function note(event) {
  const all = [event.type, named(event.target), event.constructor.name];
  for (const name of fields) all.push(event[name] === undefined ? null : event[name]);
  all.push(named(event.relatedTarget), event.view === undefined ? null : event.view === window);
  for (const name of ['touches', 'targetTouches', 'changedTouches']) {
    if (event[name]) all.push(Array.from(event[name], touch => [touch.identifier, named(touch.target), touch.radiusX, touch.force]));
  }
  seen.push(all);
}
for (const target of [window, ...document.querySelectorAll('body, body *')]) {
  for (const type of types) target.addEventListener(type, event => {
    if (event.target !== target) return;
    note(event);
    if (type === 'pointerdown') pointer = event.pointerId;
    if (stops.includes(type)) event.preventDefault();
    if (captures && type === captures[0]) {
      if (captures[1]) document.getElementById(captures[1]).setPointerCapture(pointer);
      else target.releasePointerCapture(pointer);
    }
  }, { passive: false });
}
function tellAll() {
  const said = {
    seen, active: named(document.activeElement), hash: location.hash, checked: [check.checked, one.checked, two.checked],
    open: details.open,
  };
  seen = [];
  return JSON.stringify(said);
}
</script>"""

# (what is tapped, whose default is prevented, whom the pointer is given to in the midst of an event)
STEPS = [
    ("#inner", [], None), ("#plain", [], None), ("#italic", [], None), ("#italic", [], None), ("#plain", [], None),
    ("#link", [], None), ("#check", [], None), ("#one", [], None), ("#two", [], None), ("#two", [], None),
    ("#label", [], None), ("#field", [], None), ("#words", [], None), ("#area", [], None), ("#off", [], None),
    ("#submit", [], None), ("#within", [], None), ("#summary", [], None),
    ("#field", ["touchstart"], None), ("#plain", [], None), ("#field", ["touchend"], None), ("#plain", [], None),
    ("#field", ["pointerdown"], None), ("#plain", [], None), ("#field", ["pointerup"], None), ("#plain", [], None),
    ("#field", ["mousedown"], None), ("#plain", [], None), ("#field", ["mouseup"], None), ("#plain", [], None),
    ("#check", ["click"], None), ("#one", ["click"], None), ("#link", ["click"], None), ("#label", ["click"], None),
    ("#source", [], ("pointerdown", "taken")), ("#source", [], ("touchstart", "taken")),
    ("#source", [], ("pointerdown", None)), ("#source", [], None),
]  # fmt: skip


def in_chromium(browser):
    page = browser.new_page(
        viewport={"width": 393, "height": 852}, screen={"width": 393, "height": 852}, device_scale_factor=3, is_mobile=True,
        has_touch=True,
    )
    page.set_content(PAGE)
    said = []
    for selector, stops, captures in STEPS:
        page.evaluate("([stop, capture]) => { stops = stop; captures = capture; }", [stops, captures])
        place = page.evaluate(
            "one => { const r = document.querySelector(one).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }",
            selector,
        )
        page.touchscreen.tap(*place)
        # Longer than what makes a double tap of two.
        page.wait_for_timeout(450)
        said.append(json.loads(page.evaluate("tellAll()")))
    page.close()
    return said


def here(world):
    world.page(PAGE)
    said = []
    for selector, stops, captures in STEPS:
        world.evaluate(f"stops = {json.dumps(stops)}; captures = {json.dumps(captures)};")
        assert world.evaluate(f"page.tap({json.dumps(selector)})") == ""
        while world.evaluate("String(page.touch())") == "true":
            pass
        world.run(450)
        said.append(json.loads(world.evaluate("tellAll()")))
    return said
