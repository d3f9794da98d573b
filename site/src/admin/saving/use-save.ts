import { useRef } from 'react';
import { useMutation } from '@tanstack/react-query';

interface Saving<Values, Answer> {
  /** Sends the request. A rejection is passed to `failed`. */
  readonly send: (values: Values) => Promise<Answer>;
  /** Runs after success. While its promise is pending, the form still counts as saving. */
  readonly done: (answer: Answer, values: Values) => unknown;
  /** Runs after success and after failure. While its promise is pending, another request may be sent. */
  readonly settled?: (() => unknown) | undefined;
  /** Runs after a failure; `again` sends the same values once more. */
  readonly failed: (cause: unknown, again: () => void, values: Values) => unknown;
}

/**
 * Saves what a form or a button changes, one request at a time: `save` does nothing while a request is pending, so a
 * double click or a double Enter sends one request. Its promise resolves with true after success, else with false.
 *
 * @example
 * const { save, isSaving } = useSave({
 *   send: (name: string) => call('review_name_save', { name }),
 *   done: () => showToast({ title: words.saved }),
 *   failed: report,
 * });
 */
export function useSave<Values = void, Answer = unknown>({
  send,
  done,
  failed,
  settled,
}: Saving<Values, Answer>) {
  const isInFlight = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: (values: Values) => send(values),
    onSuccess: (answer: Answer, values: Values) => done(answer, values),
    onError: (cause: unknown, values: Values) => failed(cause, () => void save(values), values),
  });
  const save = async (values: Values): Promise<boolean> => {
    // The state arrives with the next render, which may be later than a second press.
    if (isInFlight.current) return false;
    isInFlight.current = true;
    const isDone = await mutateAsync(values).then(
      () => true,
      () => false,
    );
    isInFlight.current = false;
    await settled?.();
    return isDone;
  };
  return { save, isSaving: isPending };
}
