/**
 * Fills in the last address (session/next.ts) once, before the dialog is opened, so that the password gets
 * the focus. Opens it if an address of the admin area was requested without a session (session/next.ts).
 */
export function resumeLogin(dialog: HTMLDialogElement): void {
  try {
    const { 'solostead.again': email, 'solostead.login': isAsked } = sessionStorage;
    delete sessionStorage['solostead.again'];
    delete sessionStorage['solostead.login'];
    if (email) {
      const [address, password] = dialog.querySelectorAll('input');
      // Another may be typed already.
      address!.value ||= email as string;
      address!.autofocus = false;
      password!.autofocus = true;
    }
    if (isAsked) dialog.showModal();
  } catch {
    // A browser that blocks storage has kept nothing.
  }
}
