import { hydrateRoot } from 'react-dom/client';
import { JoinDialog } from '../application/JoinDialog.tsx';
import { postTo } from '../application/post-to.ts';
import { application } from '../content/application.ts';

/** Brings the join dialog to life; asked for by the page when the dialog is first used. */
export function hydrate(host: Element): void {
  hydrateRoot(host, <JoinDialog copy={application} {...{ postTo }} />, { identifierPrefix: 'join' });
}
