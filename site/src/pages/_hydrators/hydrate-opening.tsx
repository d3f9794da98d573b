import { hydrateRoot } from 'react-dom/client';
import { ConfirmOpening } from '../../application/closed/ConfirmOpening.tsx';
import { openingPage } from '../../content/closed.ts';

export function hydrate(host: HTMLElement): void {
  hydrateRoot(host, <ConfirmOpening copy={openingPage} />, { identifierPrefix: 'opening' });
}
