/** Whether an address of the admin area was asked for without a session (session/next.ts); said once. */
export function takeLoginAsked(): boolean {
  try {
    if (sessionStorage['solostead.login'] === undefined) return false;
    delete sessionStorage['solostead.login'];
  } catch {
    // A browser that is told to store nothing was asked nothing.
    return false;
  }
  return true;
}
