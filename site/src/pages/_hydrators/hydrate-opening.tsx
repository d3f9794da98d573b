import { hydrateRoot } from 'react-dom/client';
import { ConfirmOpening } from '../../application/closed/ConfirmOpening.tsx';
import { openingPage } from '../../content/closed.ts';
import { ignoreComposedKeys } from '../../ui/form/composed-keys.ts';

export function hydrate(host: HTMLElement): void {
  ignoreComposedKeys();
  hydrateRoot(host, <ConfirmOpening copy={openingPage} />, { identifierPrefix: 'opening' });
}
