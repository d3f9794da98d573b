import { MyApplication } from '../../application/own-page/MyApplication.tsx';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { islandProps } from '../../ui/hydration/hydrate.ts';
import { hydrateIsland } from '../../ui/hydration/hydrate-island.tsx';

export function hydrate(host: HTMLElement): void {
  const copy = islandProps<MyApplicationCopy>(host);
  hydrateIsland(host, <MyApplication copy={copy} />, 'my-application');
}
