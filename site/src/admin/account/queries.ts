import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { readFactorKinds } from '../../supabase/factor-kinds.ts';
import { readSignInMethods } from '../../supabase/sign-in-methods.ts';
import { readAddress } from './email/change-address.ts';
import { readFactors } from './factors/factors.ts';
import { readIdentities } from './identities.ts';
import { readPasskeys } from './passkeys.ts';
import { readRecoveryCodes } from './recovery/recovery-codes.ts';
import { readSessions } from './sessions.ts';

const all = ['account'] as const;

export const factorsQuery = queryOptions({ queryKey: [...all, 'factors'], queryFn: readFactors });

/** The backend's kinds of second factor. */
export const factorKindsQuery = queryOptions({
  queryKey: ['factor-kinds'],
  queryFn: () => readFactorKinds(),
  staleTime: Infinity,
});

export const recoveryCodesQuery = queryOptions({
  queryKey: [...all, 'recovery-codes'],
  queryFn: readRecoveryCodes,
});

/** Null where the backend takes none. */
export const passkeysQuery = queryOptions({
  queryKey: [...all, 'passkeys'],
  queryFn: async () => ((await readSignInMethods()).hasPasskeys ? readPasskeys() : null),
});

export const identitiesQuery = queryOptions({ queryKey: [...all, 'identities'], queryFn: readIdentities });

export const sessionsQuery = queryOptions({ queryKey: [...all, 'sessions'], queryFn: readSessions });

export const addressQuery = queryOptions({ queryKey: [...all, 'address'], queryFn: readAddress });

/** Reloads everything about the account, because one change may affect other sections. */
export function useReadAnew(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: all });
}
