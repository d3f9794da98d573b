import type { UniqueField } from '../../../supabase/functions/_shared/contract/text-fields.ts';
import { visitorData, visitorFunctions } from '../supabase/visitor.ts';
import { headersOf, type AntiBotSignals } from './abuse-protection/anti-bot-signals.ts';
import { duplicates, isDuplicate, type Answer } from './duplicates.ts';
import type { Application } from './rules.ts';

/** How a submission ended: contract P8.1, P8.2, P8.3 and P8.4. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'saved-without-mail' }
  | { readonly kind: 'duplicate'; readonly fields: readonly UniqueField[] }
  /** Too many applications from here: the server's sentence says when to try again. */
  | { readonly kind: 'later'; readonly message: string }
  /** The lab asks for a proof of work at the moment. */
  | { readonly kind: 'proof-needed' }
  | { readonly kind: 'failed' };

type Refusal = Answer & { readonly status: number };

/** Statuses of an insert that took place; anything else, an emptied 404 included, did not. */
const inserted = [200, 201];

async function insert(application: Application, signals: AntiBotSignals): Promise<Refusal | null> {
  const query = visitorData().from('applications').insert(application).setHeader('Prefer', 'return=minimal');
  for (const [name, value] of Object.entries(headersOf(signals))) query.setHeader(name, value);
  const { error, status } = await query;
  return !error && inserted.includes(status) ? null : { ...error, status };
}

function judge(refusal: Refusal): Outcome {
  if (isDuplicate(refusal)) return { kind: 'duplicate', fields: duplicates(refusal) };
  if (refusal.status === 429 && refusal.message) return { kind: 'later', message: refusal.message };
  return { kind: refusal.code === 'proof_needed' ? 'proof-needed' : 'failed' };
}

async function askForMail({ name, email }: Application): Promise<boolean> {
  const { error } = await visitorFunctions().invoke('send-confirmation-email', { body: { name, email } });
  return !error;
}

/**
 * Saves the application (one insert of eleven keys, nothing returned: contract P3.1 and P7.1), then asks for the mail
 * that confirms it (contract P7.2). Never throws: a lost connection is an outcome like any other.
 */
export async function submitApplication(application: Application, signals: AntiBotSignals): Promise<Outcome> {
  const refusal = await insert(application, signals).catch((): Refusal => ({ status: 0 }));
  if (refusal) return judge(refusal);
  const mailed = await askForMail(application).catch(() => false);
  return { kind: mailed ? 'sent' : 'saved-without-mail' };
}
