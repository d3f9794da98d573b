import { hydrateRoot } from 'react-dom/client';
import { LoginDialog } from '../../admin/login/LoginDialog.tsx';
import { ignoreComposedKeys } from '../../ui/form/composed-keys.ts';

export function hydrate(host: Element): void {
  ignoreComposedKeys();
  hydrateRoot(host, <LoginDialog />, { identifierPrefix: 'login' });
}
