import { memberData } from '../../supabase/member.ts';

const STANDINGS = ['admin', 'unproven', 'ended', 'denied'] as const;

/** Why the backend refused the person who is signed in; unknown: it does not say. */
export type Standing = (typeof STANDINGS)[number] | 'unknown';

/** Asks the database. Never throws. */
export async function readStanding(): Promise<Standing> {
  try {
    const { data } = await memberData().rpc('my_standing');
    return STANDINGS.find((one) => one === data) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
