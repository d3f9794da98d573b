import type { Route } from '@playwright/test';
import { applicationQuestions } from '@solostead/contract/questions';
import { holdBack, sendHeldBack } from '../../harness/hold-back.ts';
import { expect, nameOf, test } from '../../harness/review-desk.ts';

const MOVE = '**/rpc/review_move';
/** The answer of a proxy that waited in vain for the server's. */
const gatewayTimeout = { status: 504, contentType: 'text/html', body: '<h1>504 Gateway Time-out</h1>' };

test('a move offers what is allowed, mails a template and can be undone', async ({
  own: desk,
  elsewhere,
}) => {
  await desk.page.clock.install();
  const id = await desk.openNew(`Plover ${desk.prefix}`);
  await desk.openMoves();
  const allowed = [
    'In review',
    'Interview address not confirmed',
    'Declined address not confirmed',
    'Declined, with a reason…',
    'Withdrawn',
  ];
  await expect(desk.page.getByRole('menuitem')).toHaveText(allowed, { ignoreCase: true, useInnerText: true });
  await desk.page.keyboard.press('Escape');
  await desk.page.keyboard.press('m');
  await desk.page.getByRole('menuitemcheckbox', { name: 'With an email…' }).click();
  await desk.page.keyboard.press('9');
  await expect(desk.dialog.getByLabel('Subject')).not.toHaveValue('');
  await desk.dialog.getByLabel('Subject').fill('About you, {{name}}');
  await desk.dialog.getByRole('button', { name: 'Move to Declined' }).click();
  await expect(desk.toast('is now Declined')).toContainText('in 30 seconds');
  await expect(desk.panel).toContainText('queued the email “About you, {{name}}”');
  const leaving = desk.page.getByRole('region', { name: 'Emails that go out soon' });
  await expect(leaving).toBeVisible();
  // The page's clock stops between two polls, so that the line follows the undo itself.
  await desk.page.waitForResponse('**/rpc/review_updates');
  await desk.page.clock.pauseAt((await desk.page.evaluate(() => Date.now())) + 500);
  const pausedAt = await desk.page.evaluate(() => Date.now());
  await desk.toast('is now Declined').getByRole('button', { name: 'Undo' }).click();
  await expect(async () => {
    await desk.page.clock.runFor(10);
    await expect(leaving).toHaveCount(0, { timeout: 100 });
  }).toPass();
  expect((await desk.page.evaluate(() => Date.now())) - pausedAt).toBeLessThan(3_000);
  await desk.page.clock.resume();
  await expect(desk.toast('1 application restored, 1 email stopped.')).toBeVisible();

  await expect(desk.panel).not.toContainText('In review');
  await elsewhere.move(id, 'in_review', { seen_version: 3 });
  await desk.page.clock.fastForward(4_000);
  await expect(desk.panel).toContainText('In review');
  await expect(desk.toast('colleague moved this to In review just now')).toBeVisible();
});

test('a concurrent change of an assignee, a score or a move is shown and not overwritten', async ({
  desk,
  elsewhere,
  server,
  admin,
  colleague,
}) => {
  const { panel, dialog } = desk;
  const id = await desk.make(`Garganey ${desk.prefix}`);
  await desk.seesOthers(id);
  await desk.openApplication(id);
  await desk.stopListening();

  await test.step('a score', async () => {
    const mine = panel.getByRole('radio', { name: 'Craft: 5 of 5' });
    const send = await sendHeldBack(desk.page, '**/rpc/review_rate', () => mine.click());
    await server.sql(
      `insert into public.application_ratings (application_id, reviewer, criterion, score)
     values ($1, (select id from auth.users where email = $2), 'craft', 2)`,
      [id, admin.email],
    );
    send();
    await expect(dialog).toContainText('Elsewhere you gave Craft 2 of 5');
    await expect(dialog).toContainText('Here you chose 5 of 5.');
    await dialog.getByRole('button', { name: 'Take 5 of 5 anyway' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(mine).toBeChecked();
    await expect(panel).toContainText('5.0 on average');
  });

  await test.step('an assignee', async () => {
    const assign = (who: { email: string }) =>
      sendHeldBack(desk.page, '**/rpc/review_assign', () => desk.assignee.selectOption(nameOf(who)));
    const sendFirst = await assign(admin);
    await elsewhere.many([id], { assignee: elsewhere.id });
    sendFirst();
    await expect(dialog).toContainText(`${nameOf(colleague)} assigned it to ${nameOf(colleague)}`);
    await expect(dialog).toContainText(`You wanted to assign it to ${nameOf(admin)}.`);
    await dialog.getByRole('button', { name: 'Leave it unchanged' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(desk.assignee.locator('option:checked')).toHaveText(nameOf(colleague));
    // The page now shows the current state, so the second change is no conflict.
    await desk.assignee.selectOption(nameOf(admin));
    await expect(desk.toast(`Assignee: ${nameOf(admin)}`)).toBeVisible();
    const sendLast = await assign(colleague);
    await panel.getByRole('button', { name: 'Close application' }).click();
    await elsewhere.many([id], { assignee: null });
    sendLast();
    await expect(desk.toast(`${desk.prefix} was not assigned to ${nameOf(colleague)}`)).toBeVisible();
    await desk.goToApplication(id);
  });

  await test.step('a move', async () => {
    const { row } = await elsewhere.open(id);
    await desk.openMoves();
    const send = await sendHeldBack(desk.page, MOVE, () =>
      desk.page.getByRole('menuitem', { name: 'Declined' }).first().click(),
    );
    await elsewhere.move(id, 'in_review', { seen_version: row.version });
    send();
    await expect(desk.failedMoves).toContainText(`Garganey ${desk.prefix} was not moved to Declined.`);
    await expect(desk.failedMoves).toContainText('colleague moved it from Submitted to In review');
    await expect(desk.failedMoves).toContainText('You wanted to move it to Declined.');
    await desk.failedMoves.getByRole('button', { name: 'Move to Declined anyway' }).click();
    await expect(desk.toast('is now Declined')).toBeVisible();
    await expect(desk.failedMoves).toHaveCount(0);
  });

  await test.step('a move with a mail', async () => {
    const mailed = await desk.openNew(`Avocet ${desk.prefix}`);
    await desk.chooseMove('Declined');
    const send = await sendHeldBack(desk.page, MOVE, () =>
      dialog.getByRole('button', { name: 'Move to Declined' }).click(),
    );
    await elsewhere.move(mailed, 'in_review');
    send();
    await expect(dialog).toContainText('colleague moved it from Submitted to In review');
    await expect(dialog).toContainText('You wanted to move it to Declined.');
    await dialog.getByRole('button', { name: 'Move to Declined anyway' }).click();
    await expect(desk.toast(`Avocet ${desk.prefix} is now Declined`)).toBeVisible();
  });
});

test('an assignee chosen during other saves is kept @release', async ({ desk, admin, colleague }) => {
  await desk.openNew(`Shoveler ${desk.prefix}`);
  await desk.stopListening();
  const chosen = desk.assignee.locator('option:checked');
  const choose = async (who: { email: string }) => {
    await desk.assignee.selectOption(nameOf(who));
    await expect(chosen).toHaveText(nameOf(who));
  };
  await test.step('an assignee during other saves', async () => {
    const answer = await holdBack(desk.page, /\/rpc\/review_(move|assign)$/);
    await desk.openMoves();
    await desk.page.getByRole('menuitem', { name: 'In review' }).click();
    for (const who of [admin, colleague, admin, colleague]) await choose(who);
    const reload = await holdBack(desk.page, '**/rpc/review_application');
    answer();
    await expect(desk.toast(`Assignee: ${nameOf(colleague)}`)).toBeVisible();
    const saved = desk.page.waitForResponse('**/rpc/review_assign');
    await choose(admin);
    await saved;
    reload();
    await expect(desk.panel.getByRole('listitem').filter({ hasText: /assigned it to / })).toHaveCount(3);
    await expect(chosen).toHaveText(nameOf(admin));
    await expect(desk.dialog).toHaveCount(0);
  });

  for (const [what, bird, lose] of [
    ['answer is lost', 'Godwit', (route: Route) => route.abort('connectionreset')],
    ['only answer is a proxy’s', 'Dunlin', (route: Route) => route.fulfill(gatewayTimeout)],
  ] as const)
    await test.step(`a move whose ${what}`, async () => {
      const name = `${bird} ${desk.prefix}`;
      const lost = await desk.openNew(name);
      await desk.page.route(MOVE, async (route) => {
        await route.fetch();
        await lose(route);
      });
      await desk.openMoves();
      await desk.page.getByRole('menuitem', { name: 'In review' }).click();
      await expect(desk.failedMoves).toContainText(`No answer about the move of ${name} to In review.`);
      await expect(desk.failedMoves).toContainText('This may or may not have been saved');
      await expect(desk.failedMoves).not.toContainText('was not moved');
      await desk.page.unroute(MOVE);
      await desk.failedMoves.getByRole('button', { name: 'Try again' }).click();
      await expect(desk.toast(`${name} is now In review`)).toBeVisible();
      await expect(desk.failedMoves).toHaveCount(0);
      const [row] = await desk.server.sql('select status, version from public.applications where id = $1', [
        lost,
      ]);
      expect(row).toEqual({ status: 'in_review', version: '2' });
    });

  await test.step('a move of an application that is gone', async () => {
    const gone = await desk.openNew(`Whimbrel ${desk.prefix}`, { status: 'in_review' });
    await desk.chooseMove('Interview');
    await desk.server.sql('delete from public.applications where id = $1', [gone]);
    await desk.dialog.getByRole('button', { name: 'Move to Interview' }).click();
    await expect(desk.toast('No longer there')).toBeVisible();
    await expect(desk.panel).toContainText('This application is no longer there');
    await desk.panel.getByRole('button', { name: 'Back to the list' }).click();
    await expect(desk.panel).toHaveCount(0);
  });
});

test('the panel shows what was sent, the history, notes and tags', async ({ desk }) => {
  const { page, panel } = desk;
  const count = applicationQuestions.length;
  await page.setViewportSize({ width: 1350, height: 850 });
  const id = await desk.make(`Knot ${desk.prefix}`, { sectors: 'bridges and locks' });
  await desk.server.sql(`select private.change_status(array[$1::uuid], 'in_review', 'move')`, [id]);
  await desk.server.sql(
    `insert into public.application_events (application_id, actor, actor_email, kind, detail)
     values ($1, null, '', 'assigned', '{"from": null, "to": ""}')`,
    [id],
  );
  await desk.openApplication(id);
  await test.step('what was sent', async () => {
    await expect(panel.getByRole('heading', { name: `Knot ${desk.prefix}` })).toBeFocused();
    await expect(panel.getByRole('heading', { name: 'Rating' })).toBeInViewport();
    await expect(panel.getByRole('group', { name: 'Drive to ship' })).toBeInViewport();
    const questions = panel.getByText(`Screening questions: ${count} of ${count} yes`);
    await expect(questions).toBeInViewport();
    await expect(panel).toContainText('bridges and locks');
    await expect(panel.getByText('The system moved it from Submitted to In review')).toBeVisible();
    await expect(panel.getByText('A former member assigned it to A former member')).toBeVisible();
    await questions.click();
    await expect(panel).toContainText('As worded in version 1');
    await expect(panel).toContainText('I use AI to ship whole products alone.');
  });

  await test.step('tags', async () => {
    const tag = (name: string) => panel.getByRole('button', { name: `Remove tag ${name}` });
    // One right after the other, on a slow connection.
    const add = await holdBack(page, '**/rest/v1/rpc/review_tag');
    for (const name of ['Strong', 'Quick']) {
      await panel.getByLabel('Add a tag').fill(name);
      await panel.getByRole('button', { name: 'Add', exact: true }).click();
    }
    add();
    for (const name of ['strong', 'quick']) await expect(tag(name)).toBeVisible();
    await expect(panel.getByLabel('Add a tag')).toHaveValue('');
    const remove = await holdBack(page, '**/rest/v1/rpc/review_tag');
    for (const name of ['strong', 'quick']) await tag(name).click();
    remove();
    await expect(panel).toContainText('No tags yet');
  });

  await test.step('Escape', async () => {
    const deletion = panel.getByRole('button', { name: 'Data request…' });
    await expect(deletion).toHaveCount(0);
    // In the moment in which it opens.
    await panel.getByRole('button', { name: 'More to do with this application' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(deletion).toHaveCount(0);
    await desk.openMore();
    await expect(deletion).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(deletion).toHaveCount(0);
    await expect(panel, 'Escape closed the menu and not the application').toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel, 'the next Escape closed the application').toBeHidden();
  });

  await test.step('earlier notes and applications', async () => {
    const email = `again-${desk.prefix}@builders.example`;
    await desk.make(`Before ${desk.prefix}`, {
      email,
      created_at: '2026-01-05T12:00:00Z',
      archived_at: '2026-01-13T12:00:00Z',
    });
    const later = await desk.make(`After ${desk.prefix}`, { email });
    await desk.server.sql(
      `insert into public.application_notes (application_id, body, created_at)
     select $1, 'Note ' || n || '.', now() + n * interval '1 s' from generate_series(1, 60) n`,
      [later],
    );
    await desk.seesOthers(later);
    await desk.goToApplication(later);
    const notes = panel.getByRole('article');
    await expect(notes).toHaveCount(50);
    await expect(notes.first()).toContainText('Note 11.');
    await panel.getByText('Earlier notes (10)').click();
    await expect(notes).toHaveCount(60);
    await expect(notes.first()).toContainText('Note 1.');

    await expect(panel.getByRole('heading', { name: 'Applied before' })).toBeVisible();
    await expect(panel).toContainText('archived, never confirmed, same address');
    await panel.getByRole('link', { name: 'Application of 5 Jan 2026' }).click();
    await expect(panel.getByRole('heading', { level: 3, name: `Before ${desk.prefix}` })).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Also sent' })).toBeVisible();
  });
});
