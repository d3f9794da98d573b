import type { ReceivedCopy } from '../content/received.ts';
import { outcomeOf, spellOutcome } from './outcome.ts';

/**
 * Has the next step mailed to an address that has applied (`request_new_link`), and returns the answer in words. Every
 * address gets the same. Never throws.
 */
export async function askForNextStep(email: string, { request, failed }: ReceivedCopy): Promise<string> {
  const asked = await outcomeOf('request_new_link', { email }, ['asked', 'invalid']);
  return spellOutcome(asked, request.answers, failed);
}
