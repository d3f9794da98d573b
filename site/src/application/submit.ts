import type { UniqueField } from '@solostead/contract/text-fields';
import { visitorData } from '../supabase/visitor.ts';
import { headersOf, type AntiBotSignals } from './abuse-protection/anti-bot-signals.ts';
import { askForConfirmationMail } from './received/confirmation-mail.ts';
import { duplicates, isDuplicate, type Answer } from './duplicates.ts';
import { forgetFormKey, formKeyFor, headerOf, type FormKey } from './received/form-key.ts';
import type { Application } from './rules.ts';

/** The result of a submission (contract P8.1, P8.2, P8.3 and P8.4). */
export type Outcome =
  | { readonly kind: 'sent' | 'saved-without-mail'; readonly formKey: FormKey | null }
  | { readonly kind: 'duplicate'; readonly fields: readonly UniqueField[] }
  /** Too many applications from this address. The server's sentence says when to try again. */
  | { readonly kind: 'later'; readonly message: string }
  /** Applications are closed. The server's sentence says until when. */
  | { readonly kind: 'closed'; readonly message: string }
  /** The lab asks for a proof of work at the moment. */
  | { readonly kind: 'proof-needed' }
  | { readonly kind: 'failed' };

type Refusal = Answer & { readonly status: number };

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
  if (isDuplicate(refusal)) return { kind: 'duplicate', fields: duplicates(refusal) };
  if (refusal.status === 429 && refusal.message) return { kind: 'later', message: refusal.message };
  if (refusal.code === 'applications_closed') return { kind: 'closed', message: refusal.message ?? '' };
  return { kind: refusal.code === 'proof_needed' ? 'proof-needed' : 'failed' };
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
  const asked = await askForConfirmationMail(application.email, application.name);
  return { kind: asked === 'asked' ? 'sent' : 'saved-without-mail', formKey };
}
