import { hydrateRoot } from 'react-dom/client';
import { ConfirmEmail } from '../application/ConfirmEmail.tsx';
import { confirmation } from '../content/application.ts';

/** Brings the confirm page to life. */
export function hydrate(host: Element): void {
  hydrateRoot(host, <ConfirmEmail copy={confirmation} />, { identifierPrefix: 'confirm' });
}
