/**
 * Fills in who signs in again here (session/last-address.ts), once and before the dialog is opened: the focus then goes to the
 * password at once.
 */
export function fillLastAddress(form: Element): void {
  try {
    const email = sessionStorage['solostead.again'] as string | undefined;
    if (!email) return;
    delete sessionStorage['solostead.again'];
    const [address, password] = form.querySelectorAll('input');
    address!.value = email;
    address!.autofocus = false;
    password!.autofocus = true;
  } catch {
    // A browser that is told to store nothing has kept nothing.
  }
}
