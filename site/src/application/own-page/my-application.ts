import * as z from 'zod/mini';
import { applicationStatuses } from '@solostead/contract/statuses';
import { type Answered, callForOutcome, type Unanswered } from '../applicant/calls.ts';

/** The page's data from `private.applicant_view`. Times are ISO 8601 in UTC. */
const application = z.object({
  name: z.string(),
  email: z.string(),
  linkedin: z.nullable(z.string()),
  sectors: z.string(),
  applied_at: z.string(),
  status: z.enum(applicationStatuses),
  since: z.string(),
  /** The promised answer date, null once answered. */
  answer_by: z.nullable(z.string()),
  questions: z.array(z.object({ wording: z.string(), answer: z.boolean() })),
  evidence: z.nullable(z.object({ link: z.string(), repository: z.nullable(z.string()), words: z.string() })),
  /** The request that can still be undone, and for how many seconds. */
  undo: z.nullable(z.object({ kind: z.enum(['withdraw', 'erase']), seconds: z.number(), until: z.string() })),
  /** The time from which the applicant may apply again, and true if that has come. Null while it is not over. */
  apply_again: z.nullable(z.object({ from: z.string(), is_open: z.boolean() })),
});
export type MyApplication = z.output<typeof application>;

/** The result of a call of the page. */
export type Answer =
  | (Answered & { readonly application: MyApplication })
  | Unanswered
  | { readonly kind: 'unknown' };

export type Procedure =
  | ''
  | 'download'
  | 'correct'
  | 'evidence_save'
  | 'withdraw'
  | 'erase'
  | 'undo'
  | 'link_renew'
  | 'apply_again';

export type Act = (procedure: Procedure, parameters?: Readonly<Record<string, string>>) => Promise<Answer>;

/** Calls one of the page's procedures (docs/applying.md) with a link's secret. Never throws. */
export async function callMyApplication(
  secret: string,
  procedure: Procedure,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const name = procedure ? `my_application_${procedure}` : 'my_application';
  const answer = await callForOutcome(name, { link_secret: secret, ...parameters });
  if (answer.kind !== 'answered') return answer;
  if (answer.outcome === 'unknown') return { kind: 'unknown' };
  const opened = z.safeParse(application, answer.data['application']);
  return opened.success ? { ...answer, application: opened.data } : { kind: 'failed' };
}
