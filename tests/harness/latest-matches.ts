import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Returns the matches in each migration, the oldest first. */
const matchesByFile = (pattern: RegExp): RegExpExecArray[][] =>
  globSync('supabase/migrations/*.sql', { cwd: root })
    .toSorted()
    .map((file) => [...readFileSync(join(root, file), 'utf8').matchAll(pattern)]);

/** Returns the matches in all migrations, for a text that may not differ anywhere. */
export const allMatches = (pattern: RegExp): RegExpExecArray[] => matchesByFile(pattern).flat();

/** Returns the matches in the last migration that has any. A later file replaces a constraint or a function whole. */
export const latestMatches = (pattern: RegExp): RegExpExecArray[] =>
  matchesByFile(pattern).findLast((found) => found.length > 0) ?? [];
