import { visitorData, visitorFunctions } from '../../supabase/visitor.ts';

/** The database's answers to an applicant with the form's key (supabase/migrations/*_applicant_links.sql). */
const resendOutcomes = ['queued', 'too_soon', 'too_many', 'confirmed', 'unknown'] as const;
const correctionOutcomes = ['corrected', 'duplicate', 'invalid', 'too_many', 'confirmed', 'unknown'] as const;

/** The request failed, with the server's words or none. */
type Unanswered = { readonly failed: string | null };

async function ask<Outcome extends string>(
  procedure: string,
  body: Record<string, string>,
  outcomes: readonly Outcome[],
): Promise<Outcome | Unanswered> {
  try {
    const { data, error, status } = await visitorData().rpc(procedure, body);
    if (error) return { failed: status === 429 ? error.message : null };
    const answered: unknown = data;
    const outcome = outcomes.find(
      (known) =>
        typeof answered === 'object' &&
        answered !== null &&
        'outcome' in answered &&
        answered.outcome === known,
    );
    return outcome ?? { failed: null };
  } catch {
    return { failed: null };
  }
}

/** Asks for the confirmation mail of the form with this key once more. Never throws. */
export const resendConfirmation = (key: string) =>
  ask('resend_my_confirmation', { application_key: key }, resendOutcomes);

/** Gives the application of the form with this key another e-mail, which is mailed at once. Never throws. */
export const correctEmail = (key: string, email: string) =>
  ask('correct_my_email', { application_key: key, email }, correctionOutcomes);

/** Requests the confirmation mail of an address (contract P7.2). Every address gets the same answer. Never throws. */
export async function askForConfirmationMail(email: string, name = ''): Promise<boolean> {
  try {
    const { error } = await visitorFunctions().invoke('send-confirmation-email', { body: { name, email } });
    return !error;
  } catch {
    return false;
  }
}
