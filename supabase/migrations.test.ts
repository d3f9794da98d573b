import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, 'migrations');

test.each(readdirSync(folder))('%s revokes all rights on new objects before it grants any', (file) => {
  const statements = withoutComments(readFileSync(join(folder, file), 'utf8'));
  const made = [
    ...statements.matchAll(/create (?:table|view|function)(?: if not exists)? (public\.\w+)/g),
  ].map(([, name]) => name!);
  for (const name of new Set(made)) {
    const mentioned = new RegExp(`${name.replace('.', '\\.')}\\b`);
    const isAbout = (verb: string) => (text: string) => text.startsWith(verb) && mentioned.test(text);
    const parts = statements.split(';').map((part) => part.trim());
    const revoked = parts.findIndex(isAbout('revoke all'));
    const granted = parts.findIndex(isAbout('grant'));
    expect([name, revoked >= 0]).toEqual([name, true]);
    expect([name, granted < 0 || revoked < granted]).toEqual([name, true]);
  }
});

/** Bodies of functions and comments may say what they like. */
function withoutComments(sql: string): string {
  return sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replace(/--.*$/gm, '');
}
