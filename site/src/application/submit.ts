import { outcomeOfRefusal, type ApplicationOutcome, type Refusal } from '@solostead/contract/outcome';
import type { UniqueField } from '@solostead/contract/text-fields';
import { visitorData } from '../supabase/visitor.ts';
import { headersOf, type AntiBotSignals } from './abuse-protection/anti-bot-signals.ts';
import { requestConfirmationMail } from './received/confirmation-mail.ts';
import { duplicates } from './duplicates.ts';
import { forgetFormKey, formKeyFor, headerOf, type FormKey } from './received/form-key.ts';
import type { Application } from './rules.ts';

/** The result of a submission (contract P8.1, P8.2, P8.3 and P8.4). */
export type Outcome =
  | { readonly kind: 'sent' | 'saved'; readonly formKey: FormKey | null }
  | { readonly kind: 'duplicate'; readonly fields: readonly UniqueField[] }
  /** The server's sentence says when to try again, or until when applications are closed. */
  | { readonly kind: 'later' | 'closed'; readonly message: string }
  | { readonly kind: Extract<ApplicationOutcome, 'incomplete' | 'proof-needed' | 'failed'> };

/** Statuses of a successful insert. Anything else, including an empty 404, is a failure. */
const inserted = [200, 201];

async function insert(
  application: Application,
  signals: AntiBotSignals,
  formKey: FormKey | null,
): Promise<Refusal | null> {
  const query = visitorData().from('applications').insert(application).setHeader('Prefer', 'return=minimal');
  const headers = { ...headersOf(signals), ...headerOf(formKey) };
  for (const [name, value] of Object.entries(headers)) query.setHeader(name, value);
  const { error, status } = await query;
  return !error && inserted.includes(status) ? null : { ...error, status };
}

function judge(refusal: Refusal): Outcome {
  const kind = outcomeOfRefusal(refusal);
  if (kind === 'duplicate') return { kind, fields: duplicates(refusal) };
  if (kind === 'closed') return { kind, message: refusal.message ?? '' };
  if (kind === 'later') return refusal.message ? { kind, message: refusal.message } : { kind: 'failed' };
  return { kind };
}

/**
 * Saves the application (one insert of eleven keys, nothing returned, contract P3.1 and P7.1), then requests the
 * confirmation mail (contract P7.2). Never throws, because a lost connection is a normal outcome.
 */
export async function submitApplication(application: Application, signals: AntiBotSignals): Promise<Outcome> {
  const formKey = await formKeyFor(application);
  const refusal = await insert(application, signals, formKey).catch((): Refusal => ({ status: 0 }));
  if (refusal) return judge(refusal);
  forgetFormKey();
  const isMailed = await requestConfirmationMail(application.email, application.name);
  return { kind: isMailed ? 'sent' : 'saved', formKey };
}
