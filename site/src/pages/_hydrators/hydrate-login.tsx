import { hydrateRoot } from 'react-dom/client';
import { LoginDialog } from '../../admin/login/LoginDialog.tsx';

/** Hydrates the login dialog when it is first used. */
export function hydrate(host: Element): void {
  hydrateRoot(host, <LoginDialog />, { identifierPrefix: 'login' });
}
