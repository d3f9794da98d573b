import { TIMEOUT_MS } from '../../supabase/connection.ts';
import { visitorFunctions } from '../../supabase/visitor.ts';

/** Requests the confirmation mail of an address (contract P7.2). Returns false without a stored request. Never throws. */
export async function requestConfirmationMail(email: string, name: string): Promise<boolean> {
  try {
    const { error } = await visitorFunctions().invoke('send-confirmation-email', {
      body: { name, email },
      timeout: TIMEOUT_MS,
    });
    return !error;
  } catch {
    return false;
  }
}
