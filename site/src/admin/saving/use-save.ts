import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../data/DataProvider.tsx';

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

let forms = 0;

/**
 * Saves what a form or a button changes, one request at a time: `save` does nothing while a request is pending, so a
 * double click or a double Enter sends one request. Its promise resolves with true after success, else with false.
 * It works outside a DataProvider too, as in the landing page's login dialog.
 *
 * @example
 * const { save, isSaving } = useSave({
 *   send: (name: string) => call('review_name_save', { name }),
 *   done: () => showToast({ title: words.saved }),
 *   failed: report,
 * });
 */
export function useSave<Values = void, Answer = unknown>(saving: Saving<Values, Answer>) {
  const client = queryClient();
  const [mutationKey] = useState(() => ['save', (forms += 1)] as const);
  const { mutateAsync, isPending } = useMutation(
    {
      mutationKey,
      mutationFn: (values: Values) => attempt(saving, values, () => void save(values)),
      networkMode: 'always',
      // Passwords are among the values.
      gcTime: 0,
    },
    client,
  );
  const save = async (values: Values): Promise<boolean> => {
    // The rendered state may be older than a second press.
    if (client.isMutating({ mutationKey, exact: true }) > 0) return false;
    const isDone = await mutateAsync(values);
    await saving.settled?.();
    return isDone;
  };
  return { save, isSaving: isPending };
}

async function attempt<Values, Answer>(
  { send, done, failed }: Saving<Values, Answer>,
  values: Values,
  again: () => void,
): Promise<boolean> {
  try {
    await done(await send(values), values);
    return true;
  } catch (cause) {
    if (!failed) throw cause;
    await failed(cause, again, values);
    return false;
  }
}
