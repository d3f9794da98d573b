import { TIMEOUT_MS } from '../../supabase/connection.ts';
import { visitorFunctions } from '../../supabase/visitor.ts';
import { outcomeOf, type Unanswered } from '../outcome.ts';

/** The database's answers to an applicant with the form's key (supabase/migrations/*_confirmation.sql). */
const resendOutcomes = ['queued', 'too_soon', 'too_many', 'confirmed', 'unknown'] as const;
const correctionOutcomes = ['corrected', 'duplicate', 'invalid', 'too_many', 'confirmed', 'unknown'] as const;

/** Asks for the confirmation mail of the form with this key once more. Never throws. */
export const resendConfirmation = (key: string) =>
  outcomeOf('my_confirmation_resend', { application_key: key }, resendOutcomes);

/** Gives the application of the form with this key another e-mail, which is mailed at once. Never throws. */
export const correctEmail = (key: string, email: string) =>
  outcomeOf('my_email_correct', { application_key: key, email }, correctionOutcomes);

/** Returns the server's words if it refused the call for some time. */
async function wordsOf(response: Response | undefined): Promise<string | null> {
  if (response?.status !== 429) return null;
  const { error } = (await response.json()) as { error?: unknown };
  return typeof error === 'string' ? error : null;
}

/** Requests the confirmation mail of an address (contract P7.2). Every address gets the same answer. Never throws. */
export async function askForConfirmationMail(email: string, name = ''): Promise<'asked' | Unanswered> {
  try {
    const { error, response } = await visitorFunctions().invoke('send-confirmation-email', {
      body: { name, email },
      timeout: TIMEOUT_MS,
    });
    return error ? { failed: await wordsOf(response) } : 'asked';
  } catch {
    return { failed: null };
  }
}
