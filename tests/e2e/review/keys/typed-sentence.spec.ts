import { Hands } from '../../harness/key-pace.ts';
import { expect, test, type Desk } from '../../harness/review-desk.ts';
import { addressOf, decideAt, heading, makeFamily } from '../../harness/review-family.ts';

/** Sentences as someone types them who believes that a field has the focus. */
const sentences = [
  'Would invite, did ship 3 of 24 products in 90 days.\n',
  '97 days, m 9, room 8, from 7 on',
  'six months in school, mm \n',
  'I know them\n',
  'form-9, team(7) and am.0',
  'built on d3 and s3 \n',
  'form/decline\n',
  'no sum 6 \n9 ',
];

/** The statuses of a family and the mails about them. */
async function results({ server }: Desk, family: string): Promise<unknown> {
  const [row] = await server.sql(
    `select array_agg(a.status || ' ' || a.version order by a.name) as statuses,
            (select count(*)::integer from private.messages m
              where m.application_id = any (array_agg(a.id)) and m.kind in ('review', 'evidence')) as mails
       from public.applications a where a.name like $1`,
    [`${family} __`],
  );
  return row;
}

const places = [
  ['while reading', 'screen=triage', (desk: Desk, name: string) => heading(desk, name), []],
  ['in the list', 'view=all', (desk: Desk, name: string) => desk.link(name), ['@release']],
] as const;

for (const [place, query, ready, tag] of places) {
  const title = `sentences typed by mistake 20 ms a key move and mail no one ${place}, and two keys then do`;
  test(title, { tag: [...tag] }, async ({ desk }) => {
    const family = `Ortolan ${desk.prefix}`;
    await makeFamily(desk, family, 3, new Date());
    const hands = await Hands.on(desk.page);
    const before = await results(desk, family);
    const focusFirst = async () => {
      await desk.open(addressOf(family, query));
      const first = ready(desk, `${family} 01`);
      await first.focus();
      await expect(first, 'nothing that the page before left open takes the keys').toBeFocused();
    };
    for (const sentence of sentences)
      await test.step(JSON.stringify(sentence), async () => {
        await focusFirst();
        await hands.type(
          [...sentence].map((key) => (key === '\n' ? 'Enter' : key)),
          20,
        );
        expect(await results(desk, family)).toEqual(before);
      });
    await test.step('with the focus on a button that opens the menu', async () => {
      await focusFirst();
      await desk.page.getByRole('button', { name: `Move ${family} 01` }).focus();
      await hands.type([...'in 90 days,  9'], 20);
      await expect(desk.page.getByRole('menu')).toHaveCount(0);
      expect(await results(desk, family)).toEqual(before);
    });
    await focusFirst();
    await decideAt(desk)('9');
    // Moves of one application are sent in their order, so none before this one is on its way.
    await expect
      .poll(() => results(desk, family))
      .toEqual({ statuses: ['declined 2', 'submitted 1', 'submitted 1'], mails: 1 });
  });
}
