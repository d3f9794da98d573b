import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Returns the matches in the last migration that has any, which is the one in force once a later file changes a constraint,
 * a function or a text.
 */
export const latestMatches = (pattern: RegExp): RegExpExecArray[] =>
  globSync('supabase/migrations/*.sql', { cwd: root })
    .toSorted()
    .map((file) => [...readFileSync(join(root, file), 'utf8').matchAll(pattern)])
    .findLast((found) => found.length > 0) ?? [];
