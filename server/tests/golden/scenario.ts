import { RestError } from '../../src/rest/errors.ts';
import { type ApiRequest, parseBody, parseHead, type RawRequest } from '../../src/rest/parse/request.ts';
import type { AskPrivileges } from '../../src/rest/permit/permit.ts';
import { planPermitted } from '../../src/rest/prepare.ts';
import type { Prepared } from '../../src/rest/sql/statement.ts';
import { fixtureCatalogue, fixtureGrants } from './fixture.ts';

/** A request as a scenario writes it: `GET /projects?select=id`, or that with what else belongs to it. */
export type Ask = string | AskWith;

interface AskWith {
  readonly ask: string;
  readonly prefer?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is when text, else as JSON. */
  readonly body?: unknown;
  readonly role?: string;
}

const catalogue = fixtureCatalogue();

function rawRequest({ ask, prefer, headers = {}, body }: AskWith): RawRequest {
  const [, method = '', path = '', query = ''] = /^(\w+) ([^?]*)\??(.*)$/s.exec(ask)!;
  return {
    method,
    path,
    query,
    headers: { ...(prefer === undefined ? {} : { prefer }), ...headers },
    body: Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)),
  };
}

/** The result of a request before PostgreSQL gets it. */
interface PreparedScenario {
  /** The rights asked for, in their order. */
  readonly needs: readonly string[];
  /** Null where it could not even be parsed. */
  readonly request: ApiRequest | null;
  readonly outcome: Prepared | RestError;
}

/** Takes a request through the stages up to its statements or its refusal; `known` is the catalogue. */
export async function prepareScenario(requested: Ask, known = catalogue): Promise<PreparedScenario> {
  const scenario = typeof requested === 'string' ? { ask: requested } : requested;
  const needs: string[] = [];
  let request: ApiRequest | null = null;
  const ask: AskPrivileges = (role, need) => {
    const signature = need.signature ? `(${need.signature.join(', ')})` : '';
    needs.push(`${need.right} on ${need.schema}.${need.name}${signature}`);
    return fixtureGrants(role, need);
  };
  try {
    const raw = rawRequest(scenario);
    const head = parseHead(raw, known.schemas);
    request = { ...head, payload: parseBody(head, raw) };
    // A separate catalogue for each, so that no right is cached from the one before.
    const context = { catalogue: { ...known }, role: scenario.role ?? 'service_role', maxRows: 1000 };
    return { needs, request, outcome: await planPermitted(request, context, ask) };
  } catch (error) {
    if (error instanceof RestError) return { needs, request, outcome: error };
    throw error;
  }
}
