import type { TestServer } from '../servers/server.ts';
import { PASSWORD, adminClient, freshEmail } from './clients.ts';

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery';

/** A code and link as the mail would bring them. */
export async function linkFor(server: TestServer, type: LinkType, email = freshEmail()) {
  const known = type === 'magiclink' || type === 'recovery';
  const { admin } = adminClient(server);
  if (known) await server.addUser(email);
  const { data, error } = await admin.generateLink(
    type === 'signup' ? { type, email, password: PASSWORD } : { type, email },
  );
  if (error) throw error;
  const { email_otp: code, hashed_token: hash, action_link: link } = data.properties;
  return { email, code, hash, link, userId: data.user.id };
}

export const open = (link: string) => fetch(link, { redirect: 'manual' });
export const place = async (link: string): Promise<URL> =>
  new URL((await open(link)).headers.get('location')!);
