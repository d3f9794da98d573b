import { hydrateRoot } from 'react-dom/client';
import { ConfirmEmail } from '../../application/confirm/ConfirmEmail.tsx';
import type { ConfirmationCopy } from '../../content/confirmation.ts';
import { islandProps } from '../../ui/hydrate.ts';
import { ignoreComposedKeys } from '../../ui/form/composed-keys.ts';

export function hydrate(host: HTMLElement): void {
  ignoreComposedKeys();
  const copy = islandProps<ConfirmationCopy>(host);
  hydrateRoot(host, <ConfirmEmail copy={copy} />, { identifierPrefix: 'confirm' });
}
