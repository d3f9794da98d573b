import type { Page } from '@playwright/test';
import { linkedApplicant } from '../harness/applicant-page.ts';
import { countSaved, Join } from './harness/join.ts';
import { Login } from './harness/account/login.ts';
import { confirmationLink } from './harness/account/mailed-link.ts';
import { expect, test } from './harness/review-desk.ts';
import { isHydrated, takeAway, translateNow } from './harness/translate.ts';

for (const isTranslated of [true, false]) {
  const when = isTranslated ? 'translated before its scripts ran' : 'translated once it is open';
  const translate = async (page: Page) => (isTranslated ? undefined : translateNow(page));

  test.describe(when, { tag: isTranslated ? ['@release'] : [] }, () => {
    test.use({ isTranslated });

    test(`Join Us, the form and the confirm page work on a page ${when}`, async ({
      page,
      server,
      prefix,
    }) => {
      const join = new Join(page);
      await join.open();
      await expect(join.dialog).toBeVisible();
      if (!isTranslated) await isHydrated(page, '#join-dialog form');
      await translate(page);
      await join.field('Email').fill(`${prefix}@gmial.com`);
      await join.field('Email').press('Tab');
      await join.dialog.getByRole('button', { name: 'Did you mean gmail.com?' }).click();
      await expect(join.field('Email')).toHaveValue(`${prefix}@gmail.com`);
      await join.fill(prefix);
      const last = join.dialog.getByRole('checkbox').last();
      await last.uncheck();
      await expect(join.submit).toHaveAccessibleDescription(/^1 of 11 left/);
      await last.check();
      await expect(join.submit).toHaveAccessibleDescription('');
      await join.submit.click();
      await expect(join.received).toBeVisible();
      await expect(join.toast('Application submitted!')).toBeVisible();
      expect(await countSaved(server, prefix)).toBe(1);
      await page.goto(await confirmationLink(server, `${prefix}@example.org`));
      await expect(page.getByText('Your email has been confirmed successfully!')).toBeVisible();
    });

    test(`an applicant corrects, withdraws and undoes it on a page ${when}`, async ({ page, server }) => {
      const { row, secret } = await linkedApplicant(server);
      await page.goto(`/my-application?key=${secret}`);
      await page.getByRole('button', { name: 'Correct it' }).waitFor();
      await translate(page);
      await page.getByRole('button', { name: 'Correct it' }).click();
      await page.getByLabel('Full name').fill('x');
      await page.getByRole('button', { name: 'Save the correction' }).click();
      await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please enter your full name');
      await page.getByLabel('Full name').fill('Better Name');
      await page.getByRole('button', { name: 'Save the correction' }).click();
      await expect(page.getByText('Corrected.')).toBeVisible();
      await page.getByRole('button', { name: 'New link' }).click();
      await expect(page.getByText(`A new link is on its way to ${row.email}.`)).toBeVisible();
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await page.getByRole('button', { name: 'Undo the withdrawal' }).click();
      await expect(page.getByText('Undone. Your application is unchanged.')).toBeVisible();
    });

    test(`a member signs in, moves, writes notes, undoes and searches on a page ${when}`, async ({
      page,
      desk,
      me,
      server,
    }) => {
      const id = await desk.make('Translated Heron');
      const status = async () =>
        (await server.sql('select status from public.applications where id = $1', [id]))[0];
      await test.step('login', async () => {
        const login = new Login(page);
        await login.open();
        if (!isTranslated) await isHydrated(page, '#login-dialog form');
        await translate(page);
        await login.dialog.getByLabel('Email').fill(me.email);
        await login.dialog.getByRole('button', { name: 'Forgot your password?' }).click();
        await login.dialog.getByRole('button', { name: 'Back to sign in' }).click();
        await login.send({ ...me, password: 'wrong' });
        await expect(login.toast('Login failed')).toBeVisible();
        await login.send(me);
        await page.getByRole('heading', { name: 'Applications', exact: true }).waitFor();
        await translate(page);
      });
      const { panel } = desk;
      await test.step('notes', async () => {
        await desk.goToApplication(id);
        await panel.getByLabel('New note').fill('A **first** note');
        await panel.getByLabel('New note').press('Control+Enter');
        const note = panel.getByRole('article');
        await expect(note).toContainText('A first note');
        await note.getByRole('button', { name: 'Edit' }).click();
        await note.getByLabel('Edit note').fill('Another note');
        await note.getByRole('button', { name: 'Save' }).click();
        await expect(note).toContainText('Another note');
        await expect(note).toContainText('edited');
        await note.getByRole('button', { name: 'Remove' }).click();
        await desk.toast('Note removed').getByRole('button', { name: 'Undo' }).click();
        await expect(note).toContainText('Another note');
      });
      await test.step('moves and the palette', async () => {
        await page.keyboard.press('ControlOrMeta+k');
        await page.getByRole('combobox', { name: 'Search people and commands' }).fill('Translated Heron');
        await page
          .getByRole('option', { name: /^Translated Heron/ })
          .first()
          .click();
        await desk.openMoves();
        await page.getByRole('menuitem', { name: 'In review' }).click();
        await expect.poll(status).toEqual({ status: 'in_review' });
        await desk.toast('In review').getByRole('button', { name: 'Undo' }).click();
        await expect.poll(status).toEqual({ status: 'submitted' });
      });
      await test.step('the other screens', async () => {
        for (const screen of ['board', 'triage', 'numbers', 'settings', 'notify', 'list']) {
          await desk.goTo(`?screen=${screen}`);
          await expect(page.getByText('Something went wrong in this part.')).toHaveCount(0);
        }
      });
    });
  });
}

test('an island without its elements opens again with what was typed', async ({ page, desk, me, prefix }) => {
  await test.step('the join form', async () => {
    const join = new Join(page);
    await join.open();
    await join.fill(prefix);
    await join.field('Email').fill(`${prefix}@gmial.com`);
    await join.field('Email').press('Tab');
    const offer = join.dialog.getByRole('button', { name: 'Did you mean gmail.com?' });
    await expect(offer).toBeVisible();
    expect(await takeAway(page, '#join-dialog p > button')).toBe(1);
    await join.field('Email').fill(`${prefix}@example.org`);
    await expect(offer).toHaveCount(0);
    await expect(join.dialog).toBeVisible();
    await expect(join.field('Full name')).toHaveValue('Sample Builder');
    await expect(join.field('Email')).toHaveValue(`${prefix}@example.org`);
    await expect(join.field('Email')).toBeFocused();
    await join.submit.click();
    await expect(join.received).toBeVisible();
  });
  await test.step('the login', async () => {
    const login = new Login(page);
    await login.open();
    await login.dialog.getByLabel('Email').fill(me.email);
    await isHydrated(page, '#login-dialog form');
    expect(await takeAway(page, '#login-dialog form')).toBe(1);
    await login.dialog.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(login.dialog.getByLabel('Email')).toHaveValue(me.email);
    await login.send(me);
    await page.getByRole('heading', { name: 'Applications', exact: true }).waitFor();
  });
  await test.step('the review', async () => {
    await desk.goToApplication(await desk.make('Taken Tern'));
    await desk.panel.getByLabel('New note').fill('Not yet sent');
    expect(await takeAway(page, '[aria-label="Application"] section')).toBeGreaterThan(0);
    await desk.goTo('');
    await expect(page.getByText('Something went wrong in this part.')).toHaveCount(0);
    await page.getByRole('heading', { name: 'Applications', exact: true }).waitFor();
  });
});
