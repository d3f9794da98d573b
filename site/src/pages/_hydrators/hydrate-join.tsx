import { Join } from '../../application/Join.tsx';
import { applicationCopy, type JoinFormData } from '../../content/application.ts';
import { islandProps } from '../../ui/hydration/hydrate.ts';
import { hydrateIsland } from '../../ui/hydration/hydrate-island.tsx';

export function hydrate(host: HTMLElement): void {
  const copy = applicationCopy(islandProps<JoinFormData>(host));
  hydrateIsland(host, <Join copy={copy} />, 'join');
}
