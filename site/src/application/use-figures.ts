import { useCallback, useState, type RefObject } from 'react';
import { call } from './applicant/calls.ts';
import { spellFigures } from './promise-figures.ts';
import { useOnOpen } from './use-on-open.ts';

/** Returns the figures of the promise as a sentence, as they were last read, or null. */
export function useFigures(dialog: RefObject<HTMLDialogElement | null>): string | null {
  const [figures, setFigures] = useState<string | null>(null);
  const read = useCallback(
    () =>
      void call('promise_figures', {}).then(
        (reply) => reply.kind === 'answered' && setFigures(spellFigures(reply.data)),
      ),
    [],
  );
  useOnOpen(dialog, read);
  return figures;
}
