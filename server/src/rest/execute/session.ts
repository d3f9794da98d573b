import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ActionPlan } from '../plan/action-plan.ts';

/** Who asks and how, as SQL may see it. */
export interface Asker {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The settings of the request's transaction (PostgREST, "Transaction-Scoped Settings"). The role comes last: what
 * stands before it is set by the login role.
 */
export function sessionSettings(
  plan: ActionPlan,
  catalogue: Catalogue,
  asker: Asker,
): Record<string, string> {
  const { cookie, ...headers } = asker.headers;
  return {
    ...(plan.readOnly ? { transaction_read_only: 'on' } : {}),
    search_path: searchPath(plan.schema),
    ...catalogue.roleSettings(asker.role),
    ...(plan.preferences.timeZone !== null && catalogue.isTimeZone(plan.preferences.timeZone)
      ? { timezone: plan.preferences.timeZone }
      : {}),
    'request.jwt.claims': JSON.stringify(asker.claims),
    'request.method': asker.method,
    'request.path': asker.path,
    'request.headers': JSON.stringify(headers),
    'request.cookies': JSON.stringify(cookies(cookie)),
    role: asker.role,
  };
}

/** The request's schema before those where extensions lie. */
function searchPath(schema: string): string {
  return [...new Set([schema, 'public', 'extensions'])]
    .map((name) => `"${name.replaceAll('"', '""')}"`)
    .join(', ');
}

function cookies(header: string | string[] | undefined): Record<string, string> {
  const text = Array.isArray(header) ? header.join('; ') : (header ?? '');
  const pairs = text
    .split(/; */)
    .filter((pair) => pair.includes('='))
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(pairs) as Record<string, string>;
}
