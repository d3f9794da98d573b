import { hydrateRoot } from 'react-dom/client';
import { MyApplication } from '../../application/own-page/MyApplication.tsx';
import type { MyApplicationCopy } from '../../content/my-application.ts';
import { islandProps } from '../../ui/hydrate.ts';
import { ignoreComposedKeys } from '../../ui/form/composed-keys.ts';

export function hydrate(host: HTMLElement): void {
  ignoreComposedKeys();
  const copy = islandProps<MyApplicationCopy>(host);
  hydrateRoot(host, <MyApplication copy={copy} />, { identifierPrefix: 'my-application' });
}
