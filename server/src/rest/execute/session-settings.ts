import type { Claims } from '../../gateway/caller.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { RawRequest } from '../parse/request.ts';
import type { ActionPlan } from '../plan/action-plan.ts';

/** The caller and the request, as SQL may see them. */
type Principal = Pick<RawRequest, 'method' | 'path' | 'headers'> & { readonly claims: Claims };

/**
 * The settings of the request's transaction (PostgREST, "Transaction-Scoped Settings"). The role comes last, because
 * the login role makes the settings before it.
 */
export function sessionSettings(
  plan: Pick<ActionPlan, 'readOnly' | 'schema' | 'call'> & {
    readonly preferences: Pick<Preferences, 'timeZone'>;
  },
  catalogue: Catalogue,
  principal: Principal,
): Record<string, string> {
  const { cookie, ...headers } = principal.headers;
  const { role } = principal.claims;
  const ofRole = catalogue.roleSettings(role);
  // The default would come too late for the transaction that has begun.
  const { default_transaction_isolation: isolation, ...own } = { ...ofRole, ...plan.call?.routine.settings };
  return {
    ...(isolation === undefined ? {} : { transaction_isolation: isolation }),
    ...(plan.readOnly ? { transaction_read_only: 'on' } : {}),
    search_path: searchPath(plan.schema, catalogue.switches.extraSearchPath),
    ...own,
    ...(plan.preferences.timeZone === null ? {} : { timezone: plan.preferences.timeZone }),
    'request.jwt.claims': JSON.stringify(principal.claims),
    'request.method': principal.method,
    'request.path': principal.path,
    'request.headers': JSON.stringify(headers),
    'request.cookies': JSON.stringify(cookies(cookie)),
    role,
  };
}

/** The request's schema before the others. */
const searchPath = (schema: string, others: readonly string[]): string =>
  [...new Set([schema, ...others])].map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');

function cookies(header: string | string[] | undefined): Record<string, string> {
  const text = Array.isArray(header) ? header.join('; ') : (header ?? '');
  const pairs = text
    .split(/; */)
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(pairs) as Record<string, string>;
}
