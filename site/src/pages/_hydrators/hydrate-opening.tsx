import { ConfirmOpening } from '../../application/closed/ConfirmOpening.tsx';
import { openingPage } from '../../content/opening.ts';
import { hydrateIsland } from '../../ui/hydration/hydrate-island.tsx';

export function hydrate(host: HTMLElement): void {
  hydrateIsland(host, <ConfirmOpening copy={openingPage} />, 'opening');
}
