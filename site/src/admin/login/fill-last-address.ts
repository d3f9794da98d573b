/**
 * Fills in the last address (session/last-address.ts) once, before the dialog is opened, so that the password gets
 * the focus.
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
    // A browser that blocks storage has kept nothing.
  }
}

/** Returns true once if an address of the admin area was requested without a session (session/next.ts). */
export function takeLoginAsked(): boolean {
  try {
    return !!sessionStorage['solostead.login'] && delete sessionStorage['solostead.login'];
  } catch {
    // A browser that blocks storage has kept nothing.
    return false;
  }
}
