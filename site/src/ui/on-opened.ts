import { closeOnBack } from './close-on-back.ts';

/** Keeps a field's input in the tab's storage, under its form's key and in its script's format. */
function keep(field: HTMLInputElement): void {
  const { name, type, checked, value, form } = field;
  const key = form?.dataset['draft'];
  if (!key) return;
  try {
    const kept = JSON.parse(sessionStorage[key] ?? '{}') as object;
    sessionStorage[key] = JSON.stringify({ ...kept, [name]: type === 'checkbox' ? checked : value });
  } catch {
    // Storage is full or closed: the form works without.
  }
}

const keepTarget = ({ target }: Event) => keep(target as HTMLInputElement);

/** Keeps the input of forms before their hydration (DeferredIsland.astro), so that an early reload loses nothing. */
function keepEarlyInput(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-draft] input')) {
    if (field.type === 'checkbox' ? field.checked : field.value) keep(field);
  }
  addEventListener('input', keepTarget);
}

/** Called whenever a dialog may have opened. */
export function onOpened(): void {
  keepEarlyInput();
  closeOnBack();
}
