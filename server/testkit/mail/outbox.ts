import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** By path. A file is complete when it gets its name, which no other mail has, and tests look many times. */
const parsed = new Map<string, Promise<Email>>();

function readMail(path: string): Promise<Email> {
  const mail = parsed.get(path) ?? PostalMime.parse(readFileSync(path));
  parsed.set(path, mail);
  return mail;
}

/** The mails captured in a folder, the oldest first. */
export async function readMails(outbox: string): Promise<Email[]> {
  if (!existsSync(outbox)) return [];
  const files = readdirSync(outbox, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
    .map(({ name }) => name)
    .sort();
  return Promise.all(files.map((name) => readMail(join(outbox, name))));
}
