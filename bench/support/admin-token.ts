import type { TestServer } from '../../tests/harness/servers/server.ts';

/** Adds an admin and returns their access token. */
export async function adminToken(server: TestServer): Promise<string> {
  const email = 'bench@lab.example';
  const { password } = await server.addAdmin(email);
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const session = (await response.json()) as { access_token?: string };
  if (!session.access_token) throw new Error(`signing in was answered with ${response.status}`);
  return session.access_token;
}
