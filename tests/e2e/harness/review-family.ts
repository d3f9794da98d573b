import type { Locator } from '@playwright/test';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { expect, type Desk } from './review-desk.ts';

/** The items, this many times. */
export const times = (count: number, ...items: string[]) => Array.from({ length: count }, () => items).flat();

/** Puts `count` applications named '{family} 01' … into the database, all submitted, and returns their ids. */
export async function makeFamily(
  { server }: Pick<Desk, 'server'>,
  family: string,
  count: number,
  confirmedAt: Date | null = null,
): Promise<string[]> {
  const rows = await server.sql<{ id: string }>(
    `insert into public.applications (name, email, linkedin, sectors, email_confirmed_at, ${questionColumns})
     select $1 || ' ' || lpad(n::text, greatest(2, length(n::text)), '0'), $2 || '-' || n || '@builders.example',
            'https://www.linkedin.com/in/' || $2 || '-' || n, 'music', $4::timestamptz, ${answersYes}
       from generate_series(1, $3::integer) n returning id`,
    [family, family.toLowerCase().replaceAll(' ', '-'), count, confirmedAt],
  );
  return rows.map(({ id }) => id);
}

/** Returns the statuses and versions of a family by name. A version above 2 was moved more than once. */
export async function fates({ server }: Desk, family: string): Promise<string[]> {
  const rows = await server.sql<{ status: string; version: string }>(
    'select status, version from public.applications where name like $1 order by name',
    [`${family} __`],
  );
  return rows.map(({ status, version }) => `${status} ${version}`);
}

/** The address of a family's applications by name, with more parameters. */
export const addressOf = (family: string, more = 'status=submitted') =>
  `?search=${family.replaceAll(' ', '+')}&sort=name&${more}`;

/** The screen that shows one application after the other. */
export const triage = ({ page }: Desk): Locator => page.getByRole('region', { name: 'Reading one by one' });
export const heading = (desk: Desk, name: string): Locator =>
  triage(desk).getByRole('heading', { name, exact: true });

/** Begins to read a family one by one. */
export async function begin(desk: Desk, family: string): Promise<void> {
  await desk.open(addressOf(family, 'screen=triage&status=submitted'));
  await expect(heading(desk, `${family} 01`)).toBeFocused();
}

/** Returns a function that decides with the two keys of a move. */
export const decideAt =
  ({ page }: Pick<Desk, 'page'>) =>
  async (digit: string) => {
    await page.keyboard.press('m');
    await page.keyboard.press(digit);
  };
