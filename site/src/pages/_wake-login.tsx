import { hydrateRoot } from 'react-dom/client';
import { LoginDialog } from '../admin/login/LoginDialog.tsx';
import { login } from '../content/admin.ts';

/** Brings the login dialog to life; asked for by the page when the dialog is first used. */
export function wake(host: Element): void {
  hydrateRoot(host, <LoginDialog copy={login} />, { identifierPrefix: 'login' });
}
