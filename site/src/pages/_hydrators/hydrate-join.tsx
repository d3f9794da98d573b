import { hydrateRoot } from 'react-dom/client';
import { Join } from '../../application/Join.tsx';
import { postTo } from '../../application/post-to.ts';
import { applicationCopy, type JoinFormGiven } from '../../content/application.ts';
import { givenTo } from '../../ui/given-to.ts';

/** Hydrates the application form when its dialog is first used. */
export function hydrate(host: HTMLElement): void {
  const copy = applicationCopy(givenTo<JoinFormGiven>(host));
  hydrateRoot(host, <Join {...{ copy, postTo }} />, { identifierPrefix: 'join' });
}
