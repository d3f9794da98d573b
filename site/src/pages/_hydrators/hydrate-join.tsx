import { hydrateRoot } from 'react-dom/client';
import { Join } from '../../application/Join.tsx';
import { applicationCopy, type JoinFormGiven } from '../../content/application.ts';
import { islandProps } from '../../ui/hydrate.ts';
import { ignoreComposedKeys } from '../../ui/form/composed-keys.ts';

export function hydrate(host: HTMLElement): void {
  ignoreComposedKeys();
  const copy = applicationCopy(islandProps<JoinFormGiven>(host));
  hydrateRoot(host, <Join copy={copy} />, { identifierPrefix: 'join' });
}
