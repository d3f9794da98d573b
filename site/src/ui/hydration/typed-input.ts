/** Marks of early-input.ts, which a script that comes later reads. */
const MARKS = ['pressedEarly', 'sentEarly'] as const;

type Control = HTMLInputElement & HTMLDialogElement;

interface Input {
  readonly element: Control;
  readonly value: string | boolean | undefined;
  readonly isFocused: boolean;
  readonly isPressed: boolean;
}

const pressed = new WeakSet<Element>();

/** Notes a press on a button that may be gone before React hears of it. */
export function notePress({ target }: Event): void {
  const button = (target as Element).closest('button');
  if (button) pressed.add(button);
}

/** A dialog is open, a box is checked, all else has a text. A button has none that changes. */
function valueOf(element: Control): Input['value'] {
  if (element.localName === 'dialog') return element.matches(':modal');
  return /^(checkbox|radio)$/.test(element.type) ? element.checked : element.value;
}

/** Lists what people use by a name that it has again after its island was rendered again. */
function controls(): Map<string, Control> {
  const found = new Map<string, Control>();
  for (const element of document.querySelectorAll<Control>('dialog,form,input,textarea,select,button')) {
    const kind = [
      element.localName,
      element.type,
      element.name,
      element.localName === 'dialog' && element.id,
    ];
    let place = 0;
    while (found.has(`${kind} ${place}`)) place += 1;
    found.set(`${kind} ${place}`, element);
  }
  return found;
}

/** Notes what was typed, where the focus is and which dialog is open, before an island is rendered again. */
export function keepInput(): ReadonlyMap<string, Input> {
  const inputs = new Map<string, Input>();
  for (const [key, element] of controls())
    inputs.set(key, {
      element,
      value: valueOf(element),
      isFocused: element === document.activeElement,
      isPressed: pressed.has(element),
    });
  return inputs;
}

/** Enters a value as a person does, so that the form's script hears of it. */
function enter(element: Control, value: Input['value']): void {
  if (valueOf(element) === value) return;
  if (element.localName === 'dialog') {
    if (value) element.showModal();
  } else if (value === true || value === false) element.click();
  else {
    // React replaces the element's own setter, and ignores a value that came through it.
    Reflect.set(Object.getPrototypeOf(element), 'value', value, element);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Gives what was noted to the elements that took the place of those which are gone. */
export function restoreInput(inputs: ReadonlyMap<string, Input>): void {
  const now = controls();
  let focused: Control | undefined;
  for (const [key, { element: gone, value, isFocused, isPressed }] of inputs) {
    const element = now.get(key);
    if (gone.isConnected || !element) continue;
    for (const mark of MARKS) if (mark in gone.dataset) element.dataset[mark] = '';
    enter(element, value);
    if (isFocused) focused = element;
    // Once the island acts on it.
    if (isPressed) setTimeout(() => element.click());
  }
  focused?.focus({ preventScroll: true });
}
