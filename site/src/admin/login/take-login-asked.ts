/** Returns true once if an address of the admin area was requested without a session (session/next.ts). */
export function takeLoginAsked(): boolean {
  try {
    return !!sessionStorage['solostead.login'] && delete sessionStorage['solostead.login'];
  } catch {
    // A browser that blocks storage has kept nothing.
    return false;
  }
}
