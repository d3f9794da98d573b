import { Hands } from './key-pace.ts';
import { expect, test } from './review-desk.ts';
import type { Desk } from './review-desk.ts';

/** The key sequence, this many times. */
const times = (count: number, ...keys: string[]) => Array.from({ length: count }, () => keys).flat();

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Puts `count` applications named '{family} 01' … into the database, all submitted. */
async function makeFamily(desk: Desk, family: string, count: number): Promise<void> {
  const handle = family.toLowerCase().replaceAll(' ', '-');
  await desk.server.sql(
    `insert into public.applications (name, email, linkedin, sectors, q1, q2, q3, q4, q5, q6, q7)
     select $1 || ' ' || lpad(n::text, 2, '0'), $2 || '-' || n || '@builders.example',
            'https://www.linkedin.com/in/' || $2 || '-' || n, 'music', true, true, true, true, true, true, true
       from generate_series(1, $3::integer) n`,
    [family, handle, count],
  );
}

/** The statuses and versions of a family, by name; a version above 2 was moved more than once. */
async function fates(desk: Desk, family: string): Promise<string[]> {
  const rows = await desk.server.sql<{ status: string; version: string }>(
    'select status, version from public.applications where name like $1 order by name',
    [`${family} __`],
  );
  return rows.map(({ status, version }) => `${status} ${version}`);
}

const addressOf = (family: string) => `?search=${family.replaceAll(' ', '+')}&status=submitted&sort=name`;

/** Opens the list of a family, and its first application. */
async function openFirst(desk: Desk, family: string): Promise<void> {
  await desk.open(addressOf(family));
  await desk.link(`${family} 01`).click();
  await desk.panel.getByText('History').waitFor();
}

for (const rate of [1, 6])
  for (const paceMs of [20, 60, 100, 150, 250]) {
    const processor = rate === 1 ? 'a free processor' : `a processor ${rate} times slower`;
    test(`m Enter j twenty times, ${paceMs} ms apart on ${processor}, moves those twenty and no other`, async ({
      desk,
      anyone,
    }, info) => {
      test.skip(info.project.name === 'phone', 'by keyboard');
      const family = `Sandpiper ${anyone} ${rate} ${paceMs}`;
      await makeFamily(desk, family, 22);
      await openFirst(desk, family);
      const hands = await Hands.on(desk.page);
      await hands.slowProcessor(rate);
      await hands.type(times(20, 'm', 'Enter', 'j'), paceMs);
      await expect
        .poll(() => fates(desk, family))
        .toEqual([...times(20, 'in_review 2'), 'submitted 1', 'submitted 1']);
      await expect(desk.panel.getByRole('heading', { name: `${family} ${twoDigits(21)}` })).toBeFocused();
      await expect(desk.page.getByRole('menu')).toHaveCount(0);
      await expect(desk.dialog).toHaveCount(0);
    });
  }
