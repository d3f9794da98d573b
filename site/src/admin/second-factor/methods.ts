import type { Factor } from '@supabase/auth-js';
import { auth } from '../../supabase/auth.ts';
import { readFactorKinds, type FactorKind, type FactorKinds } from '../../supabase/auth-settings.ts';
import { refusal } from '../session/answer-of.ts';
import type { Refusal } from '../session/answer.ts';

/** One way to prove the second factor. */
export interface Method {
  readonly kind: FactorKind;
  /** All authenticator apps share a field for their codes. A key or a phone has a separate entry. */
  readonly factorIds: readonly string[];
  /** The person's name for it, or for a phone the last digits of its number. */
  readonly name: string;
}

/** An account's second factors. */
export interface Methods {
  /** The methods that the backend accepts, the last used first. Recovery codes, which are for emergencies, come last. */
  readonly open: readonly Method[];
  /** False when the account has no second factor (any more). */
  readonly hasAny: boolean;
}

/** The last two digits, enough to recognise a phone, too few to reveal its number. */
const endOf = (phone: unknown) => String(phone ?? '').slice(-2);

const asMethod = (kind: FactorKind, { id, friendly_name, phone }: Factor & { phone?: string }): Method => ({
  kind,
  factorIds: [id],
  name: kind === 'phone' ? endOf(phone) : (friendly_name ?? ''),
});

/** Returns when a factor was last used. The person most likely has that one with them. */
const lastChallenge = (factor: Factor & { last_challenged_at?: string }) =>
  Date.parse(factor.last_challenged_at ?? '') || 0;

/** Reads from the auth service again, because the session's data may be outdated. */
export async function readSecondFactorMethods(): Promise<Methods | { readonly failure: Refusal }> {
  const [{ data, error }, kinds] = await Promise.all([auth().mfa.listFactors(), readFactorKinds()]);
  return error ? { failure: refusal(error) } : methodsOf(data.all, kinds);
}

/** Returns the methods of these factors. An unverified factor is none. */
export function methodsOf(factors: readonly Factor[], kinds: Pick<FactorKinds, FactorKind>): Methods {
  const verified = factors.filter(({ status }) => status === 'verified');
  const open = verified
    .toSorted((one, other) => lastChallenge(other) - lastChallenge(one))
    .flatMap((factor) => {
      const kind = factor.factor_type as FactorKind;
      return kinds[kind]?.verify ? [asMethod(kind, factor)] : [];
    });
  const last = open.filter(({ kind }) => kind === 'recovery_code');
  const first = open.filter(({ kind }) => kind !== 'recovery_code');
  return { open: [...joinApps(first), ...last], hasAny: verified.length > 0 };
}

/** The apps as one way, in the place of the first of them. */
function joinApps(methods: readonly Method[]): Method[] {
  const apps = methods.filter(({ kind }) => kind === 'totp');
  const factorIds = apps.flatMap((app) => app.factorIds);
  return methods
    .filter((method) => method.kind !== 'totp' || method === apps[0])
    .map((method) => (method === apps[0] ? { ...method, factorIds } : method));
}
