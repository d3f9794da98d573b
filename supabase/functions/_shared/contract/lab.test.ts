import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LAB_NAME } from './lab.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const readSql = (subject: string) => {
  const folder = 'supabase/migrations';
  return read(
    join(
      folder,
      readdirSync(join(root, folder)).find((name) => name.endsWith(`_${subject}.sql`))!,
    ),
  );
};

it.each([
  ['site/src/content/brand.yaml', () => read('site/src/content/brand.yaml'), /^name: (.+)$/gm],
  [
    'the mail templates',
    () => readSql('mail_templates'),
    /(?:\{\{reviewer\}\}\\n| to |auth\.uid\(\)\), ')([A-Z]\w+)'/g,
  ],
  ['supabase/config.toml', () => read('supabase/config.toml'), /^subject = ".+ to (\w+)"$/gm],
  ['supabase/templates', () => read('supabase/templates/invite.html'), /class="brand">(.+?)</g],
] as const)('the name of the lab in %s is that of the contract', (_place, text, pattern) => {
  expect(new Set([...text().matchAll(pattern)].map(([, name]) => name))).toEqual(new Set([LAB_NAME]));
});

it('an invitation lasts as long in its mail as in the database', () => {
  const days = /expires_at timestamptz not null default now\(\) \+ interval '(\d+) days'/.exec(
    readSql('invitations'),
  );
  const spelled = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  expect(read('supabase/templates/invite.html')).toContain(
    `The invitation lasts for ${spelled[Number(days?.[1])]} days.`,
  );
});
