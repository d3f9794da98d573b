import type { SoakClient } from './client.ts';

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Milliseconds. A reviewer's browser renews a token long before it expires. */
const RENEWED_EVERY_MS = 10 * 60_000;

/** Signs in, refreshes the session a few times and signs out, like a browser in one day. */
export async function signInAndOut(client: SoakClient, url: string, who: object): Promise<void> {
  const auth = `${url}/auth/v1`;
  let session = await client.post<Session>('sign-in', `${auth}/token?grant_type=password`, who);
  for (let times = 0; times < 4; times += 1) {
    const token = { refresh_token: session.refresh_token };
    session = await client.post<Session>('refresh', `${auth}/token?grant_type=refresh_token`, token);
  }
  await client.post('sign-out', `${auth}/logout?scope=local`, {}, session.access_token);
}

/** Returns a reviewer's token that is valid for the next minutes. Concurrent journeys share it. */
export function reviewerToken(client: SoakClient, url: string, who: object): () => Promise<string> {
  let token: Promise<string> | null = null;
  let since = 0;
  return () => {
    if (token && performance.now() - since < RENEWED_EVERY_MS) return token;
    since = performance.now();
    token = client
      .post<Session>('sign-in', `${url}/auth/v1/token?grant_type=password`, who)
      .then(({ access_token: fresh }) => fresh)
      .catch((error: unknown) => {
        token = null;
        throw error;
      });
    return token;
  };
}
