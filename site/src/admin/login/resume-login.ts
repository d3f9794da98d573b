/** Returns a text of the tab's storage and removes it. */
function take(key: string): string | undefined {
  const stored = sessionStorage[key] as string | undefined;
  delete sessionStorage[key];
  return stored;
}

/**
 * Fills in the last address (session/next.ts) once, before the dialog is opened, so that the password gets
 * the focus. Opens it if an address of the admin area was requested without a session (session/next.ts).
 */
export function resumeLogin(dialog: HTMLDialogElement): void {
  try {
    const email = take('solostead.again');
    const isRequested = take('solostead.login');
    if (email) {
      const [address, password] = dialog.querySelectorAll('input');
      // Another may be typed already.
      address!.value ||= email;
      address!.autofocus = false;
      password!.autofocus = true;
    }
    if (isRequested) dialog.showModal();
  } catch {
    // A browser that blocks storage has kept nothing.
  }
}
