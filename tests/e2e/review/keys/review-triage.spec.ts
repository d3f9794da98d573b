import { callPage, linkedApplicant } from '../../../harness/applicant-page.ts';
import { findings, findingsInBothSchemes } from '../../harness/axe.ts';
import { holdBack } from '../../harness/hold-back.ts';
import { Hands } from '../../harness/key-pace.ts';
import { expect, test } from '../../harness/review-desk.ts';
import {
  addressOf,
  begin,
  decideAt,
  fates,
  heading,
  makeFamily,
  times,
  triage,
} from '../../harness/review-family.ts';

test('twenty decisions take forty keys 20 ms apart, and none is lost or misdirected on a slow processor', async ({
  desk,
}) => {
  const family = `Sanderling ${desk.prefix}`;
  const decide = decideAt(desk);
  await makeFamily(desk, family, 25);
  await begin(desk, family);
  const hands = await Hands.on(desk.page);
  await test.step('forty keys and their decisions', async () => {
    const decisions = ['9', '7', '6', '0'];
    await hands.type(times(5, ...decisions.flatMap((move) => ['m', move])), 20, 6);
    await hands.type(times(1, ...decisions.flatMap((move) => ['1', '2', '4', '5', 'm', move])), 20, 6);
    await expect
      .poll(() => fates(desk, family))
      .toEqual([...times(6, 'declined 2', 'interview 3', 'in_review 2', 'withdrawn 2'), 'submitted 1']);
    const scores = () =>
      desk.server.sql<{ scores: string }>(
        `select string_agg(r.score::text, ' ' order by c.position) as scores
         from public.application_ratings r
         join public.applications a on a.id = r.application_id
         join public.rating_criteria c on c.key = r.criterion
        where a.name like $1 group by a.id`,
        [`${family} __`],
      );
    await expect.poll(scores).toEqual(Array.from({ length: 4 }, () => ({ scores: '1 2 4 5' })));
    await expect(heading(desk, `${family} 25`)).toBeFocused();
    await expect(triage(desk).getByText('25 of 25')).toBeVisible();
    await expect(desk.failedMoves).toHaveCount(0);
    await decide('9');
    await expect(triage(desk).getByText('All read')).toBeVisible();
    await desk.goTo(addressOf(family, 'screen=triage&status=declined'));
    await expect(heading(desk, `${family} 01`)).toBeVisible();
    // Later it would replace the notices below.
    await expect(desk.toast(`${family} 25 is now Declined`)).toBeVisible();
  });

  const few = `Shoveler ${desk.prefix}`;
  await makeFamily(desk, few, 2);
  await desk.goTo(addressOf(few, 'screen=triage&status=submitted'));
  await expect(heading(desk, `${few} 01`)).toBeFocused();
  await test.step('scores, and keys that do not apply', async () => {
    await decide('8');
    await expect(desk.toast('From Submitted there is no move to Accepted.')).toBeVisible();
    await expect(triage(desk).getByText('Email not confirmed')).toBeVisible();
    await desk.page.keyboard.press('Escape');
    const next = triage(desk).locator('[data-next]');
    await expect(next).toContainText('Craft');
    await desk.page.keyboard.press('4');
    await expect(next).toContainText('Sense of product');
    await expect(triage(desk).getByRole('radio', { name: /^Craft: 4 of 5/ })).toBeChecked();
    await desk.page.keyboard.press('ControlOrMeta+z');
    await expect(desk.toast('score undone')).toBeVisible();
    await expect(next).toContainText('Craft');
    await expect(triage(desk).getByRole('radio', { name: /^Craft: 4 of 5/ })).not.toBeChecked();
    await desk.page.keyboard.press('5');
    await desk.page.keyboard.press('Backspace');
    await desk.page.keyboard.press('2');
    await expect(triage(desk).getByRole('radio', { name: /^Craft: 2 of 5/ })).toBeChecked();
    for (const key of '3333') await desk.page.keyboard.press(key);
    await expect(desk.toast('Overall takes 1 for yes and 2 for no.')).toBeVisible();
    await desk.page.keyboard.press('1');
    await expect(triage(desk).getByRole('radio', { name: 'Overall: Yes' })).toBeChecked();
    await expect(heading(desk, `${few} 01`)).toBeVisible();
    expect(await fates(desk, few)).toEqual(['submitted 1', 'submitted 1']);
  });

  await test.step('an undo', async () => {
    await decide('7');
    await expect(heading(desk, `${few} 02`)).toBeFocused();
    await expect.poll(() => fates(desk, few)).toEqual(['interview 3', 'submitted 1']);
    await desk.page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => fates(desk, few)).toEqual(['submitted 4', 'submitted 1']);
    await expect(heading(desk, `${few} 01`)).toBeFocused();
    await decide('9');
    await expect.poll(() => fates(desk, few)).toEqual(['declined 5', 'submitted 1']);
  });

  await test.step('the end and the way back', async () => {
    await expect(heading(desk, `${few} 02`)).toBeFocused();
    await desk.page.keyboard.press('j');
    await expect(triage(desk).getByText('All read')).toBeFocused();
    await desk.page.keyboard.press('k');
    await expect(heading(desk, `${few} 02`)).toBeFocused();
    await desk.page.getByRole('link', { name: 'Read', exact: true }).click();
    await expect(heading(desk, `${few} 01`)).toBeVisible();
  });
});

test('the list opens Read, and Escape returns to the same place', async ({ desk }) => {
  const family = `Wigeon ${desk.prefix}`;
  const ids = await makeFamily(desk, family, 60);
  await desk.open(addressOf(family, ''));
  const read = desk.page.getByRole('link', { name: 'Read 60', exact: true });
  // As wide as with three digits.
  expect((await read.boundingBox())!.width).toBeGreaterThanOrEqual(68);
  await read.click();
  await expect(heading(desk, `${family} 01`)).toBeFocused();
  await desk.page.keyboard.press('j');
  await expect(triage(desk).getByText('2 of 60')).toBeVisible();
  await expect(desk.page).toHaveURL(new RegExp(`open=${ids[1]}`));
  await desk.page.keyboard.press('Escape');
  await expect(desk.link(`${family} 02`)).toBeVisible();
  await expect(triage(desk)).toHaveCount(0);
  await desk.goTo(addressOf(family, `screen=triage&status=submitted&open=${ids[54]}`));
  await expect(heading(desk, `${family} 55`)).toBeVisible();
  await expect(triage(desk).getByText('55 of 60')).toBeVisible();
  await expect(triage(desk).getByRole('radio', { name: /^Craft: 4 of 5/ })).toBeAttached();
  expect(await findingsInBothSchemes(desk.page)).toEqual([]);

  await test.step('what an applicant shipped comes first, as text', async () => {
    const { id, row, secret } = await linkedApplicant(desk.server);
    const words = 'I built <b>it</b>. People use it.';
    const link = 'https://one.example/thing?a=1&b=2';
    await callPage(desk.server, 'evidence_save', secret, { link, repository: '', words });
    const answer = await holdBack(desk.page, '**/rpc/review_evidence');
    await desk.goTo(`?screen=triage&search=${row.email}&open=${id}`);
    await expect(heading(desk, row.name)).toBeVisible();
    const facts = triage(desk).getByText('LinkedIn', { exact: true });
    await expect(facts, 'which evidence would move').toHaveCount(0);
    await expect(triage(desk).getByRole('heading', { name: /^Same name/ })).toHaveCount(0);
    answer();
    await expect(facts).toBeVisible();
    // Other samples of this server may have the same name, which is said above.
    const headings = triage(desk).getByRole('heading', { level: 4 }).filter({ hasNotText: 'Same name' });
    await expect(headings.first()).toHaveText('One thing they shipped');
    await expect(triage(desk).getByText(words)).toBeVisible();
    const shown = triage(desk).getByRole('link', { name: link });
    await expect(shown).toHaveAttribute('href', link);
    await expect(shown).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });
});

// On phones alone: thumbs.
test('on a phone the moves of Read are in reach of thumbs @phone-alone', async ({ desk }) => {
  const family = `Pochard ${desk.prefix}`;
  await makeFamily(desk, family, 2);
  await begin(desk, family);
  await expect(triage(desk).getByRole('radio', { name: /^Craft: 4 of 5/ })).toBeAttached();
  expect(await findings(desk.page)).toEqual([]);
  const moves = triage(desk).getByRole('group', { name: 'Move', exact: true }).getByRole('button');
  const names = ['In review', 'Interview', 'Accepted', 'Declined', 'Withdrawn', 'Move'];
  await expect(moves).toHaveText(names, { useInnerText: true });
  for (const button of await moves.all()) {
    const box = await button.boundingBox();
    expect(box!.height).toBeGreaterThanOrEqual(44);
    expect(box!.y + box!.height).toBeLessThanOrEqual(844);
  }
  await triage(desk).getByRole('button', { name: 'Declined', exact: true }).tap();
  await expect(heading(desk, `${family} 02`)).toBeVisible();
  await desk.toast('is now Declined').getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(() => fates(desk, family)).toEqual(['submitted 3', 'submitted 1']);
});

test('a link outside of the view shows its application with a notice, and a missing one starts again @release', async ({
  desk,
}) => {
  const family = `Pipit ${desk.prefix}`;
  const decide = decideAt(desk);
  await desk.make(`${family} 01`);
  const moved = await desk.make(`${family} 02`, { email_confirmed_at: new Date(0) });
  const view = `screen=triage&search=${family.replaceAll(' ', '+')}&confirmed=no`;
  await desk.open(`?${view}&open=${moved}`);
  await expect(heading(desk, `${family} 02`)).toBeVisible();
  await expect(triage(desk).getByText('Not in this view')).toBeVisible();
  await decide('9');
  await expect(heading(desk, `${family} 01`)).toBeFocused();
  await desk.page.keyboard.press('ControlOrMeta+z');
  await expect(heading(desk, `${family} 02`)).toBeFocused();
  await desk.goTo(`?${view}&open=${crypto.randomUUID()}`);
  await expect(heading(desk, `${family} 01`)).toBeVisible();
  await expect(triage(desk).getByText('1 of 1')).toBeVisible();

  await desk.page.route('**/rpc/review_application', (route) =>
    route.request().postData()?.includes(moved)
      ? route.fulfill({ status: 503, json: { code: 'PGRST001', message: 'busy' } })
      : route.continue(),
  );
  await desk.open(`?${view}&open=${moved}`);
  await expect(triage(desk).getByRole('alert')).toBeVisible();
  await desk.page.keyboard.press('j');
  await expect(heading(desk, `${family} 01`)).toHaveCount(0);
  expect(desk.page.url()).toContain(moved);
  await desk.page.unroute('**/rpc/review_application');
  await triage(desk).getByRole('button', { name: 'Try again' }).click();
  await expect(heading(desk, `${family} 02`)).toBeVisible();
});
