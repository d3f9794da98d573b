/** Whether an address of the admin area was asked for without a session (session/next.ts); said once. */
export function takeLoginAsked(): boolean {
  try {
    return !!sessionStorage['solostead.login'] && delete sessionStorage['solostead.login'];
  } catch {
    // A browser that is told to store nothing was asked nothing.
    return false;
  }
}
