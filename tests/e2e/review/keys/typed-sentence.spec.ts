import { Hands } from '../../harness/key-pace.ts';
import { expect, test, type Desk } from '../../harness/review-desk.ts';
import { addressOf, heading, makeFamily } from '../../harness/review-family.ts';

/** A sentence as someone types it who believes that a field has the focus. More are in `keyboard.test.ts`. */
const SENTENCE = 'Would invite, did ship 3 of 24 products in 90 days.';

/** The statuses, mails and scores of a family. */
async function results({ server }: Desk, family: string): Promise<unknown> {
  const [row] = await server.sql(
    `select array_agg(a.status || ' ' || a.version order by a.name) as statuses,
            (select count(*)::integer from private.mails m
              where m.application_id = any (array_agg(a.id)) and m.kind = 'review') as mails,
            (select count(*)::integer from public.application_ratings r
              where r.application_id = any (array_agg(a.id))) as scores
       from public.applications a where a.name like $1`,
    [`${family} __`],
  );
  return row;
}

const untouched = { statuses: ['submitted 1', 'submitted 1', 'submitted 1'], mails: 0, scores: 0 };

const places = {
  'while reading': { query: 'screen=triage', ready: (desk: Desk, name: string) => heading(desk, name) },
  'in the list': { query: 'view=all', ready: (desk: Desk, name: string) => desk.link(name) },
} as const;

test('a sentence typed by mistake 20 ms a key moves, mails and scores no one while reading and in the list, and a key that turns out to begin a text returns to the application and shows a notice', async ({
  desk,
}) => {
  const family = `Ortolan ${desk.prefix}`;
  await makeFamily(desk, family, 3, new Date());
  const hands = await Hands.on(desk.page);
  await desk.open();
  for (const [place, { query, ready }] of Object.entries(places)) {
    await desk.goTo(addressOf(family, query));
    const first = ready(desk, `${family} 01`);
    await first.focus();
    await expect(first, 'nothing that the page before left open takes the keys').toBeFocused();
    await hands.type([...SENTENCE, 'Enter'], 20);
    // A move that was not taken back would be sent by now.
    await desk.page.waitForTimeout(1_000);
    expect(await results(desk, family), place).toEqual(untouched);
  }

  await desk.goTo(addressOf(family, 'screen=triage'));
  await expect(heading(desk, `${family} 01`)).toBeFocused();
  await hands.type([...'97 days'], 20);
  await expect(desk.toast('No one was moved')).toContainText(`${family} 01 stays`);
  await expect(heading(desk, `${family} 01`)).toBeVisible();
  expect(await results(desk, family)).toEqual(untouched);
  // After a pause the keys have their meaning again.
  await desk.page.waitForTimeout(500);
  await desk.page.keyboard.press('9');
  await expect
    .poll(() => results(desk, family))
    .toMatchObject({
      statuses: ['declined 2', 'submitted 1', 'submitted 1'],
    });
});
