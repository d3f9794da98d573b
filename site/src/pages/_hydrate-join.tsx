import { hydrateRoot } from 'react-dom/client';
import { Join } from '../application/Join.tsx';
import { postTo } from '../application/post-to.ts';
import { application } from '../content/application.ts';

/** Brings the application form to life; asked for by the page when the dialog is first used. */
export function hydrate(host: Element): void {
  hydrateRoot(host, <Join copy={application} {...{ postTo }} />, { identifierPrefix: 'join' });
}
