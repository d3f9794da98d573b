import { useState } from 'react';
import type * as z from 'zod/mini';
import { useReviewSave } from '../../../kernel/data/saves.ts';

interface Versioned<Kept, Draft> {
  readonly loaded: Kept;
  readonly draftOf: (kept: Kept) => Draft;
  readonly shape: z.ZodMiniType<Kept>;
  /** Sends the draft with the version that was seen. */
  readonly send: (draft: Draft, seenVersion: number) => Promise<Kept>;
  readonly done: (saved: Kept) => void;
  /** Runs after a concurrent save, too. */
  readonly conflicted?: () => void;
}

/**
 * Edits something with a version. After a concurrent save, `theirs` is the other version until the person takes it, or
 * saves again to replace it.
 */
export function useVersionedSave<Kept extends { readonly version: number }, Draft>(
  versioned: Versioned<Kept, Draft>,
) {
  const { loaded, draftOf, shape, send, done, conflicted } = versioned;
  const [draft, setDraft] = useState(() => draftOf(loaded));
  const [kept, setKept] = useState(loaded);
  const [theirs, setTheirs] = useState<Kept | null>(null);
  const { save, isSaving } = useReviewSave({
    send: () => send(draft, kept.version),
    done: (saved) => {
      setKept(saved);
      setTheirs(null);
      done(saved);
    },
    conflict: {
      shape,
      take: (there) => {
        setKept(there);
        setTheirs(there);
        conflicted?.();
      },
    },
  });
  const takeTheirs = () => {
    if (theirs) setDraft(draftOf(theirs));
    setTheirs(null);
  };
  return { draft, setDraft, kept, theirs, takeTheirs, save, isSaving };
}
