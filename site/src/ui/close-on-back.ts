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
export function closeOnBack(): void {
  if (!openDialog() || isInside()) return;
  pageBelow = location.href;
  history.pushState({ ...history.state, dialog: true }, '');
  wasInside = true;
  addEventListener('popstate', followHistory);
}
