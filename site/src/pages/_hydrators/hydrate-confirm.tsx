import { ConfirmEmail } from '../../application/confirm/ConfirmEmail.tsx';
import type { ConfirmationCopy } from '../../content/confirmation.ts';
import { islandProps } from '../../ui/hydration/hydrate.ts';
import { hydrateIsland } from '../../ui/hydration/hydrate-island.tsx';

export function hydrate(host: HTMLElement): void {
  const copy = islandProps<ConfirmationCopy>(host);
  hydrateIsland(host, <ConfirmEmail copy={copy} />, 'confirm');
}
