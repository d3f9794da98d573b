import { memberData } from '../../supabase/member.ts';

const accessStates = ['admin', 'unproven', 'ended', 'denied'] as const;

/** Why the backend refused the signed-in person. `unknown` if it gave no reason. */
export type AccessState = (typeof accessStates)[number] | 'unknown';

/** Asks the database. Never throws. */
export async function readAccessState(): Promise<AccessState> {
  try {
    const { data } = await memberData().rpc('my_standing');
    return accessStates.find((one) => one === data) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
