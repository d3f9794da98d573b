import { mailsTo } from '../../../harness/applicant-page.ts';
import type { TestServer } from '../../../harness/servers/server.ts';
import { expect } from '../product.ts';

/** The text of the latest mail to an address, once there are as many as said. */
export async function latestMail(server: TestServer, to: string, count = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(server, to)).length).toBeGreaterThanOrEqual(count);
  return (await mailsTo(server, to)).at(-1)?.text ?? '';
}

/** Returns the links in a text that confirm an application. */
export const confirmationLinks = (text: string | undefined): string[] =>
  text?.match(/https?:\/\/\S+application_id=[\w-]+/g) ?? [];

/** Returns the link in the mail that confirms an application, once it has arrived. */
export async function confirmationLink(server: TestServer, to: string): Promise<string> {
  return confirmationLinks(await latestMail(server, to))[0] ?? '';
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
