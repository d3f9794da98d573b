import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../ui/toast/show.ts';
import { fill, useWords } from '../words.tsx';
import { call } from './call.ts';
import { asReviewError } from './review-error.ts';

/** Tells the person why something was not done, with a way on when there is one. */
export function useReport() {
  const words = useWords();
  return useCallback(
    (cause: unknown, retry?: () => void) => {
      const { trouble, message } = asReviewError(cause);
      const { title, text } = words.troubles[trouble];
      const isTheDatabasesSentence = trouble === 'refused' || trouble === 'forbidden';
      showToast({
        title,
        text: isTheDatabasesSentence ? message : text,
        tone: 'danger',
        ...(retry && { action: { label: words.retry, run: retry } }),
      });
    },
    [words],
  );
}

/** Asks again for everything that an application's change may have changed. */
export function useRefresh() {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all(
        ['list', 'count', 'application', 'tags'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
    [client],
  );
}

interface Undone {
  readonly restored: number;
  readonly kept: number;
  readonly mails_stopped: number;
}

/** A toast's action that takes a change back, and says what came of it. */
export function useUndo() {
  const words = useWords();
  const report = useReport();
  const refresh = useRefresh();
  return useCallback(
    (batchId: string) => {
      const undo = async () => {
        try {
          const {
            restored,
            kept,
            mails_stopped: mails,
          } = await call<Undone>('review_undo', { batch_id: batchId });
          const parts = [fill(words.undo.text, { restored, kept })];
          if (mails > 0) parts.push(fill(words.undo.mails, { count: mails }));
          showToast({ title: words.undo.done, text: parts.join(' ') });
        } catch (cause) {
          report(cause);
        }
        await refresh();
      };
      return { label: words.undo.label, run: () => void undo() };
    },
    [words, report, refresh],
  );
}
