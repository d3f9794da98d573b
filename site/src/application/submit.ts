import { visitorData, visitorFunctions } from '../supabase/visitor.ts';
import { duplicates, isDuplicate } from './duplicates.ts';
import type { Answer, UniqueField } from './duplicates.ts';
import type { Application } from './rules.ts';

/** How a submission ended: specification section 8, "Application". */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'saved-without-mail' }
  | { readonly kind: 'duplicate'; readonly fields: readonly UniqueField[] }
  | { readonly kind: 'failed' };

/** Statuses of an insert that took place; anything else, an emptied 404 included, did not. */
const INSERTED = [200, 201];

async function insert(application: Application): Promise<Answer | null> {
  const { error, status } = await visitorData()
    .from('applications')
    .insert(application)
    .setHeader('Prefer', 'return=minimal');
  if (!error && INSERTED.includes(status)) return null;
  return error ?? { message: `status ${status}` };
}

async function askForMail({ name, email }: Application): Promise<boolean> {
  const { error } = await visitorFunctions().invoke('send-confirmation-email', { body: { name, email } });
  return !error;
}

/**
 * Saves the application (one insert of the specification's eleven keys, nothing returned), then asks for the mail that
 * confirms it. Never throws: a lost connection is an outcome like any other.
 */
export async function submitApplication(application: Application): Promise<Outcome> {
  const refusal = await insert(application).catch((cause: unknown) => ({ message: String(cause) }));
  if (refusal && isDuplicate(refusal)) return { kind: 'duplicate', fields: duplicates(refusal) };
  if (refusal) return { kind: 'failed' };
  const mailed = await askForMail(application).catch(() => false);
  return { kind: mailed ? 'sent' : 'saved-without-mail' };
}
