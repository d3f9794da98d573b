import { useEffect, useRef, useState } from 'react';

interface Saving<Values, Answer> {
  /** Sends the request. A rejection is passed to `failed`. */
  readonly send: (values: Values) => Promise<Answer>;
  /** Runs after success. While its promise is pending, the form still counts as saving. */
  readonly done: (answer: Answer, values: Values) => unknown;
  /** Runs after a rejection, which is thrown again without it. `again` sends the same values once more. */
  readonly failed?: (cause: unknown, again: () => void, values: Values) => unknown;
  /** Runs after success and after failure. While its promise is pending, another request may be sent. */
  readonly settled?: (() => unknown) | undefined;
}

/**
 * Saves what a form or a button changes, one request at a time: `save` does nothing while a request is pending, so a
 * double click or a double Enter sends one request. Its promise resolves with true after success, else with false.
 * The landing page's dialog uses it too, so it needs no query client.
 *
 * @example
 * const { save, isSaving } = useSave({
 *   send: (name: string) => call('review_name_save', { name }),
 *   done: () => showToast({ title: words.saved }),
 *   failed: report,
 * });
 */
export function useSave<Values = void, Answer = unknown>(saving: Saving<Values, Answer>) {
  const latest = useRef(saving);
  useEffect(() => {
    latest.current = saving;
  });
  // The state arrives with the next render, which may be later than a second press.
  const isInFlight = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const save = async (values: Values): Promise<boolean> => {
    if (isInFlight.current) return false;
    isInFlight.current = true;
    setSaving(true);
    const isDone = await attempt(latest, values, () => void save(values)).finally(() => {
      isInFlight.current = false;
      setSaving(false);
    });
    await latest.current.settled?.();
    return isDone;
  };
  return { save, isSaving };
}

async function attempt<Values, Answer>(
  { current }: { readonly current: Saving<Values, Answer> },
  values: Values,
  again: () => void,
): Promise<boolean> {
  try {
    const answer = await current.send(values);
    await current.done(answer, values);
    return true;
  } catch (cause) {
    if (!current.failed) throw cause;
    await current.failed(cause, again, values);
    return false;
  }
}
