const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/** The control that has the focus, and what was around it then. */
interface Trace {
  readonly control: Element;
  /** From the parent up to the part of the page. */
  readonly ancestors: readonly Element[];
  /** All controls of the part, in order. */
  readonly controls: readonly Element[];
}

function traceOf(control: Element, part: Element): Trace {
  const ancestors: Element[] = [];
  for (let each = control.parentElement; each && part.contains(each); each = each.parentElement)
    ancestors.push(each);
  return { control, ancestors, controls: [...part.querySelectorAll(CONTROLS)] };
}

const isUsable = (control: Element) => control.isConnected && !control.matches(':disabled');

/** Returns the next control in the smallest remaining surroundings, or a new one there, or the last one. */
function nearest({ control, ancestors, controls }: Trace): HTMLElement | undefined {
  const place = controls.indexOf(control);
  for (const ancestor of ancestors.filter((each) => each.isConnected)) {
    const usable = [...ancestor.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (each) => isUsable(each) && each.checkVisibility(),
    );
    const next = usable.find((each) => controls.indexOf(each) > place);
    const found = next ?? usable.find((each) => !controls.includes(each)) ?? usable.at(-1);
    if (found) return found;
    // What is still loading in an open popover takes the focus later.
    if (ancestor.matches('[popover]')) return undefined;
  }
  return undefined;
}

/**
 * A ref for a part of the page that does not lose the focus: if the focused control is removed or disabled, the nearest
 * one takes the focus.
 */
export function keepFocus(part: HTMLElement | null) {
  if (!part) return undefined;
  const { activeElement: focused } = document;
  let trace: Trace | null = focused && part.contains(focused) ? traceOf(focused, part) : null;
  const follow = ({ target }: FocusEvent) => void (trace = traceOf(target as Element, part));
  // An element that is removed loses the focus to nothing.
  const leave = ({ relatedTarget }: FocusEvent) => void (relatedTarget && (trace = null));
  // A press on something else that takes no focus.
  const forget = ({ target }: Event) => {
    if (!trace?.control.contains(target as Node)) trace = null;
  };
  const observer = new MutationObserver(() => {
    if (!trace || isUsable(trace.control)) return;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === trace.control)
      nearest(trace)?.focus({ preventScroll: true });
  });
  observer.observe(part, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  part.addEventListener('focusout', leave);
  part.addEventListener('focusin', follow);
  document.addEventListener('pointerdown', forget, true);
  return () => {
    observer.disconnect();
    part.removeEventListener('focusout', leave);
    part.removeEventListener('focusin', follow);
    document.removeEventListener('pointerdown', forget, true);
  };
}
