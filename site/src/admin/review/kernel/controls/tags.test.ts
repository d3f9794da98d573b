import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAX_TAG_LENGTH } from './tags.tsx';

const folder = join(import.meta.dirname, '../../../../../../supabase/migrations');

it('limits a tag as the database does', () => {
  const file = readdirSync(folder).find((name) => name.endsWith('_review_changes.sql'))!;
  const [, limit] = /A tag has 1 to (\d+) characters/.exec(readFileSync(join(folder, file), 'utf8'))!;
  expect(MAX_TAG_LENGTH).toBe(Number(limit));
});
