import { visitorData } from '../../supabase/visitor.ts';

export type Unanswered =
  | { readonly kind: 'failed' }
  /** Refused for some time, with the reason in a person's words. */
  | { readonly kind: 'later'; readonly message: string };

interface Reply {
  readonly kind: 'answered';
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Answered extends Reply {
  readonly outcome: string;
  /** The field that was refused. */
  readonly field: string | null;
}

/** The result of a call that reports an outcome. */
export type Outcome = Answered | Unanswered;

/** Calls a function that anyone may call. Never throws. */
export async function call(
  procedure: string,
  body: Readonly<Record<string, string>>,
): Promise<Reply | Unanswered> {
  try {
    const { data, error, status } = await visitorData().rpc(procedure, body);
    if (status === 429) return { kind: 'later', message: error?.message ?? '' };
    return error ? { kind: 'failed' } : { kind: 'answered', data: Object(data) };
  } catch {
    return { kind: 'failed' };
  }
}

/** Calls a function that answers with an outcome, such as `{"outcome": "invalid", "field": "link"}`. Never throws. */
export async function callForOutcome(
  procedure: string,
  body: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const reply = await call(procedure, body);
  if (reply.kind !== 'answered') return reply;
  const { outcome, field } = reply.data;
  if (typeof outcome !== 'string') return { kind: 'failed' };
  return { ...reply, outcome, field: typeof field === 'string' ? field : null };
}
