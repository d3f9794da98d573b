import { memberData } from '../../supabase/member.ts';

const ACCESS_STATES = ['admin', 'unproven', 'ended', 'denied'] as const;

/** Why the backend refused the person who is signed in; unknown: it does not say. */
export type AccessState = (typeof ACCESS_STATES)[number] | 'unknown';

/** Asks the database. Never throws. */
export async function readAccessState(): Promise<AccessState> {
  try {
    const { data } = await memberData().rpc('my_standing');
    return ACCESS_STATES.find((one) => one === data) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
