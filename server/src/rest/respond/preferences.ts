import type { ApiRequest } from '../parse/request.ts';
import type { ActionPlan } from '../plan/action-plan.ts';

/** Returns `Preference-Applied`, the preferences that this kind of request respects. */
export function appliedPreferences({ action, method, query }: ApiRequest, plan: ActionPlan): string {
  const { resolution, missing, representation, count, transaction, handling, timeZone, maxAffected } =
    plan.preferences;
  const writes = plan.write !== null;
  const creates = method === 'POST' && action === 'create';
  const upserts = creates && (query.onConflict !== null || (plan.write?.relation.primaryKey.length ?? 0) > 0);
  const heeded = [
    upserts && resolution && `resolution=${resolution}`,
    writes && action !== 'delete' && method !== 'PUT' && missing && `missing=${missing}`,
    writes && representation && `return=${representation}`,
    count && `count=${count}`,
    transaction && plan.mayRollBack && `tx=${transaction}`,
    handling && `handling=${handling}`,
    timeZone && `timezone=${timeZone}`,
    plan.maxAffected !== null && handling === 'strict' && `max-affected=${maxAffected}`,
  ];
  return heeded.filter((preference) => typeof preference === 'string' && preference !== '').join(', ');
}
