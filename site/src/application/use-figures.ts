import type { RefObject } from 'react';
import { call } from './applicant/calls.ts';
import { spellFigures } from './promise-figures.ts';
import { useReadOnOpen } from './use-read-on-open.ts';

async function readFigures(): Promise<string | null | undefined> {
  const reply = await call('promise_figures', {});
  return reply.kind === 'answered' ? spellFigures(reply.data) : undefined;
}

/** Returns the figures of the promise as a sentence, as they were last read, or null. */
export const useFigures = (dialog: RefObject<HTMLDialogElement | null>): string | null =>
  useReadOnOpen(dialog, readFigures)[0];
