/** The address of the page under the latest entry of a dialog. */
let pageBelow = '';
let wasInside = false;
let isSkipping = false;

const isInside = () => Boolean((history.state as { dialog?: boolean } | null)?.dialog);
const openDialog = () => [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);

/** Closes the dialog that Back left, and skips an entry whose dialog was closed otherwise. */
function followHistory(): void {
  const isBelow = wasInside && !isInside() && location.href === pageBelow;
  const dialog = openDialog();
  wasInside = isInside();
  if (isSkipping) isSkipping = false;
  else if (dialog && !wasInside) dialog.close();
  else if (!dialog && (wasInside || isBelow)) {
    isSkipping = wasInside;
    history.back();
  }
}

/**
 * Gives the open dialog an entry in the history, so that the Back button of a phone closes it instead of leaving the
 * page. Chromium on Android does that without help, other phones do not.
 */
function closeOnBack(): void {
  if (!openDialog()) return;
  // A reload keeps the entry.
  if (!isInside()) history.pushState({ ...history.state, dialog: true }, '');
  pageBelow = location.href;
  wasInside = true;
  addEventListener('popstate', followHistory);
}

/** Keeps a field's input in the tab's storage, under its form's key and in its script's format. */
function keep(field: HTMLInputElement): void {
  const { name, type, checked, value, form } = field;
  const key = form?.dataset['draft'];
  if (!key) return;
  try {
    const stored = JSON.parse(sessionStorage[key] ?? '{}') as object;
    sessionStorage[key] = JSON.stringify({ ...stored, [name]: type === 'checkbox' ? checked : value });
  } catch {
    // Storage is full or unavailable: the form works without.
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
