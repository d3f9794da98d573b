import { useQueryClient } from '@tanstack/react-query';
import type { AuthError } from '@supabase/auth-js';
import { ReadError } from '../../data/read-error.ts';
import { refusal } from '../../session/answer-of.ts';
import { type Answer, failureToast, localise } from '../../session/answer.ts';
import { useSave } from '../../saving/use-save.ts';
import { showToast } from '../../../ui/toast/show.ts';
import type { Toast } from '../../../ui/toast/toast.ts';

interface Reported {
  readonly data: unknown;
  readonly error: AuthError | null;
}

/** Returns the auth service's data. @throws ReadError */
export async function dataOf<Answer extends Reported>(
  call: Promise<Answer>,
): Promise<NonNullable<Extract<Answer, { error: null }>['data']>> {
  const { data, error } = await call;
  if (error) throw readErrorOf(error);
  return data as NonNullable<Extract<Answer, { error: null }>['data']>;
}

/** A failure of the auth library as one of reading. */
export function readErrorOf(error: AuthError): ReadError {
  return new ReadError(refusal(error).isOffline ? 'offline' : 'failed', error.message);
}

/** The key of everything about the account. */
export const accountKey = ['account'] as const;

/** Changes the account, reports that it is done or why not, and reloads everything about it. */
export function useAccountSave<Values = void>(
  send: (values: Values) => Promise<Answer>,
  done: Toast,
  problems: Readonly<Record<string, string>> = {},
): (values: Values) => Promise<boolean> {
  return useSave({
    send,
    done: (answer) => showToast(answer.ok ? done : failureToast(localise(answer, problems))),
    settled: useReload(),
  }).save;
}

/** Reloads everything about the account, because one change may affect other sections. */
export function useReload(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: accountKey });
}
