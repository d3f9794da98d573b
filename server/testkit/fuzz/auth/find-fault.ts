import { send } from '../../auth/scenario.ts';
import type { TestServer } from '../../servers/server.ts';
import type { Attack } from './attacks.ts';
import type { Endpoint, Target } from './endpoints.ts';
import { SECRET } from './people.ts';

/** The token of a request. */
export type Bearer = 'none' | 'person' | 'guarded' | 'secret';

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string;
}

/**
 * Returns the findings of an attack, which are a 5xx, no answer, a refusal that is not JSON, a secret, another
 * person's token, or an unproven level.
 */
export async function findFault(
  server: TestServer,
  endpoint: Endpoint,
  hostile: Attack,
  target: Target,
  bearer: Bearer,
): Promise<string | null> {
  const token = { none: undefined, person: target.token, guarded: target.guarded.token, secret: 'secret' };
  const answer = await answerTo(server, endpoint, hostile, token[bearer]);
  const fault =
    faultOf(answer, endpoint, target) ?? (await difference(server, endpoint, hostile, target, answer));
  if (!fault) return null;
  const request = `${endpoint.method} as ${bearer} ${JSON.stringify(hostile).slice(0, 600)}`;
  return `${fault}: ${answer.status} ${answer.text.slice(0, 200)} ${answer.location} to ${request}`;
}

function faultOf({ status, text, location }: Answer, { as }: Endpoint, { guarded }: Target): string | null {
  if (status === 0 || status >= 500) return 'failure';
  if (status >= 400 && text !== '' && !text.startsWith('{')) return 'refusal that is no JSON';
  if (text.includes(SECRET)) return 'secret';
  // A prefix of the header of every token that is signed here.
  const tokens = `${text} ${location}`.match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g) ?? [];
  for (const claims of tokens.map(claimsOf)) {
    if (claims['aal'] === 'aal2') return 'aal2 without a second factor';
    if (claims['sub'] === guarded.id) return 'token of another user';
    if (claims['role'] !== 'authenticated' && as !== 'secret') return 'token of another role';
  }
  return null;
}

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

/** Returns a finding if anonymous users get different answers for known and unknown addresses. */
async function difference(
  server: TestServer,
  endpoint: Endpoint,
  hostile: Attack,
  { guarded: { email } }: Target,
  answer: Answer,
): Promise<string | null> {
  // By `create_user: false` a caller asks whether there is an account, as of the reference service.
  const asksFor = /"create_user":\s*false/.test(hostile.body ?? '');
  if (endpoint.as !== 'anon' || asksFor || !hostile.body?.includes(email)) return null;
  const unknown = `${crypto.randomUUID()}@example.org`;
  const twin = { ...hostile, body: hostile.body.replaceAll(email, unknown) };
  const other = await answerTo(server, endpoint, twin);
  const [one, two] = [shapeOf(answer), shapeOf(other)];
  return one === two ? null : `enumeration (${one} but ${two})`;
}

/** Returns the parts of an answer that could distinguish accounts, its status, its words and its members. */
function shapeOf({ status, text, location }: Answer): string {
  if (status >= 400) return `${status} ${text.replaceAll(/[\w-]+@[\w.]+/g, '')}`;
  const members = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
          .map(([name, member]) => [name, members(member)])
          .toSorted()
      : typeof value;
  return `${status} ${text.startsWith('{') ? JSON.stringify(members(JSON.parse(text))) : text} ${location}`;
}

async function answerTo(
  server: TestServer,
  { method }: Endpoint,
  { path, body, headers }: Attack,
  as?: string,
): Promise<Answer> {
  try {
    const answer = await send(server, { method, path, body: body ?? undefined, as, headers });
    return { ...answer, location: answer.headers.get('location') ?? '' };
  } catch (error) {
    return { status: 0, text: String((error as Error).cause ?? error), location: '' };
  }
}
