/** Opens the login dialog where an address of the admin area was asked for without a session (session/next.ts). */
export function openIfAsked(): void {
  try {
    if (sessionStorage['solostead.login'] === undefined) return;
    delete sessionStorage['solostead.login'];
  } catch {
    // A browser that is told to store nothing was asked nothing.
    return;
  }
  document.querySelector<HTMLDialogElement>('#login-dialog')?.showModal();
}
