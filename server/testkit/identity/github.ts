import { createHash, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface GithubPerson {
  readonly id: number;
  readonly login: string;
  readonly name?: string;
  readonly emails: readonly { email: string; primary: boolean; verified: boolean }[];
}

export type GithubLike = Awaited<ReturnType<typeof startGithub>>;

const CLIENT_ID = 'github-client';
const CLIENT_SECRET = 'github-secret';

/** A stand-in that speaks GitHub's documented OAuth and REST calls, for GitHub itself cannot be reached from tests. */
export async function startGithub() {
  let person: GithubPerson | null = null;
  const codes = new Map<string, { challenge: string; person: GithubPerson }>();
  const tokens = new Map<string, GithubPerson>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://github');
    const answer = (status: number, body: unknown) => json(response, status, body);
    if (url.pathname === '/login/oauth/authorize' && person) {
      const code = randomUUID();
      codes.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', person });
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString();
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const known = tokens.get(bearer);
    if (url.pathname === '/login/oauth/access_token') {
      void readForm(request).then((form) => {
        const grant = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        const verifier = form.get('code_verifier') ?? '';
        const isProven = createHash('sha256').update(verifier).digest('base64url') === grant?.challenge;
        if (!grant || !isProven || form.get('client_secret') !== CLIENT_SECRET) {
          return answer(200, { error: 'bad_verification_code', error_description: 'The code is incorrect.' });
        }
        const token = `gho_${randomUUID()}`;
        tokens.set(token, grant.person);
        return answer(200, { access_token: token, token_type: 'bearer', scope: 'user:email' });
      });
      return;
    }
    if (!known) return answer(401, { message: 'Bad credentials' });
    if (url.pathname === '/api/v3/user') return answer(200, userJson(known));
    if (url.pathname === '/api/v3/user/emails') return answer(200, known.emails);
    return answer(404, { message: 'Not Found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    signInAs: (next: GithubPerson) => void (person = next),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

const userJson = ({ id, login, name }: GithubPerson) => ({
  id,
  login,
  name: name ?? null,
  email: null,
  avatar_url: `https://avatars.example/u/${id}`,
});

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

async function readForm(request: AsyncIterable<Buffer>): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString());
}
