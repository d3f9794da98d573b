import type { TestServer } from '../../tests/harness/servers/server.ts';
import { type Cost, costOf, report } from './cost.ts';

const REFRESHES = 1_000;

/** What refreshes of one session cost, each with the token that the last one answered. */
export async function measureRefreshes(server: TestServer): Promise<Cost> {
  const email = 'refresh@lab.example';
  const { password } = await server.addAdmin(email);
  let session = await ask(server, 'password', { email, password });
  const cost = await costOf(server, REFRESHES, async (count) => {
    for (let left = count; left > 0; left -= 1) {
      session = await ask(server, 'refresh_token', { refresh_token: session.refresh_token });
    }
  });
  return report('a refresh', cost);
}

async function ask(server: TestServer, grant: string, body: object): Promise<{ refresh_token: string }> {
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${grant} was answered with ${answer.status}`);
  return (await answer.json()) as { refresh_token: string };
}
