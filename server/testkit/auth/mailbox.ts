import type { Email } from 'postal-mime';
import { eventually } from '../servers/processes.ts';
import type { TestServer } from '../servers/server.ts';

/** The mails an address has got so far, the oldest first. */
export async function mailsTo(server: TestServer, address: string): Promise<Email[]> {
  const mails = await server.mails();
  return mails.filter((mail) => mail.to?.some((to) => to.address === address));
}

/** Waits for the `count`-th mail to an address, because mails are sent after the answer. */
export async function mailTo(server: TestServer, address: string, count = 1): Promise<Email> {
  let mails: Email[] = [];
  await eventually(async () => (mails = await mailsTo(server, address)).length >= count);
  return mails[count - 1]!;
}

/**
 * The content of a mail with a code. `page` is the target of its link, empty if it only has a code, and `link` the same
 * hash as GET /verify takes it.
 */
export async function codeMailTo(server: TestServer, address: string, count = 1) {
  const { subject = '', text = '' } = await mailTo(server, address, count);
  const code = /^(\d{6})$/m.exec(text)?.[1] ?? '';
  const page = /http\S+\?token_hash=\S+/.exec(text)?.[0] ?? '';
  const query = page ? new URL(page).searchParams : new URLSearchParams();
  const [hash, type] = [query.get('token_hash') ?? '', query.get('type') ?? ''];
  const link = page && `${server.url}/auth/v1/verify?${new URLSearchParams({ token: hash, type })}`;
  return { subject, code, page, link, hash };
}
