import type { TestServer } from '../../harness/servers/server.ts';
import { expect } from './product.ts';

/** The text of the latest mail to an address, once there are as many as said. */
export async function latestMail(server: TestServer, to: string, count = 1): Promise<string> {
  const mine = async () => (await server.mails()).filter((mail) => mail.to?.[0]?.address === to);
  await expect.poll(async () => (await mine()).length).toBeGreaterThanOrEqual(count);
  return (await mine()).at(-1)?.text ?? '';
}

/** Returns the target of a mail's link. */
export const linkIn = (text: string) => /https?:\/\/\S+\?token_hash=\S+/.exec(text)?.[0] ?? '';

/** The code that a mail brings. */
export const codeIn = (text: string) => /^\d{6}$/m.exec(text)?.[0] ?? '';

interface Made {
  readonly hashed_token: string;
  readonly action_link: string;
}

/** A link for an account, as the backend makes it, without a mail. */
export async function makeLink(server: TestServer, email: string, type: string): Promise<Made> {
  const answer = await fetch(`${server.url}/auth/v1/admin/generate_link`, {
    method: 'POST',
    headers: {
      apikey: server.secretKey,
      authorization: `Bearer ${server.secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ type, email }),
  });
  return (await answer.json()) as Made;
}

/** The page that a mail of this type links to. */
export async function linkPage(server: TestServer, email: string, type: string): Promise<string> {
  const { hashed_token } = await makeLink(server, email, type);
  return `/admin?token_hash=${hashed_token}&type=${type === 'magiclink' ? 'email' : type}`;
}
