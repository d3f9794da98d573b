import { hydrateRoot } from 'react-dom/client';
import { LoginDialog } from '../../admin/login/LoginDialog.tsx';

export function hydrate(host: Element): void {
  hydrateRoot(host, <LoginDialog />, { identifierPrefix: 'login' });
}
