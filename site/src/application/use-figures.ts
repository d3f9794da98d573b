import { useCallback, useState, type RefObject } from 'react';
import { call } from './applicant/calls.ts';
import { spellFigures } from './promise-figures.ts';
import { useOnOpen } from './use-on-open.ts';

/** Returns the figures of the promise as a sentence once they were read, or null. */
export function useFigures(dialog: RefObject<HTMLDialogElement | null>): string | null {
  const [figures, setFigures] = useState<string | null>(null);
  const read = useCallback(
    () =>
      void call('promise_figures', {}).then((reply) =>
        setFigures(reply.kind === 'answered' ? spellFigures(reply.data) : null),
      ),
    [],
  );
  useOnOpen(dialog, read);
  return figures;
}
