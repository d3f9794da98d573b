const ASKED = 'solostead.login';

/** Whether an address of the admin area was asked for without a session (session/next.ts); said once. */
export function takeLoginAsked(): boolean {
  try {
    const isAsked = ASKED in sessionStorage;
    delete sessionStorage[ASKED];
    return isAsked;
  } catch {
    // A browser that is told to store nothing was asked nothing.
    return false;
  }
}
