import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allMatches, latestMatches } from '@solostead/tests/harness/latest-matches.ts';
import { LAB_NAME } from './lab.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const matchesIn = (file: string) => (pattern: RegExp) => [...read(file).matchAll(pattern)];

it.each([
  ['site/src/content/brand.yaml', matchesIn('site/src/content/brand.yaml'), /^name: (.+)$/gm],
  ['the migrations', allMatches, /(?:\{\{reviewer\}\}\\n| to |auth\.uid\(\)\), ')([A-Z]\w+)'/g],
  ['supabase/config.toml', matchesIn('supabase/config.toml'), /^subject = ".+ to (\w+)"$/gm],
  ['supabase/templates', matchesIn('supabase/templates/invite.html'), /class="brand">(.+?)</g],
] as const)('the name of the lab in %s is that of the contract', (_place, matches, pattern) => {
  expect(new Set(matches(pattern).map(([, name]) => name))).toEqual(new Set([LAB_NAME]));
});

it('an invitation lasts as long in its mail as in the database', () => {
  const [days] = latestMatches(
    /expires_at (?:timestamptz not null|set) default now\(\) \+ interval '(\d+) days'/g,
  );
  const spelled = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  expect(read('supabase/templates/invite.html')).toContain(
    `The invitation lasts for ${spelled[Number(days?.[1])]} days.`,
  );
});
