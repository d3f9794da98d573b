import { hydrateRoot } from 'react-dom/client';
import { ConfirmEmail } from '../../application/confirm/ConfirmEmail.tsx';
import type { ConfirmationCopy } from '../../content/confirmation.ts';
import { islandProps } from '../../ui/hydrate.ts';

export function hydrate(host: HTMLElement): void {
  const copy = islandProps<ConfirmationCopy>(host);
  hydrateRoot(host, <ConfirmEmail copy={copy} />, { identifierPrefix: 'confirm' });
}
