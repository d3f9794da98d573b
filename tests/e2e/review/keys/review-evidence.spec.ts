import { expect, test } from '../../harness/review-desk.ts';
import { begin, heading, triage } from '../../harness/review-family.ts';

const SHOW = `insert into public.application_evidence (application_id, link, words)
  values ($1, 'https://www.one-thing.example/path', 'I built it. People use it.')`;

test('Read begins with what was shipped, and a command asks for it by mail without moving the promised day', async ({
  desk,
}) => {
  const { page, server } = desk;
  const family = `Whimbrel ${desk.prefix}`;
  const confirmed = { email_confirmed_at: new Date().toISOString() };
  const first = await desk.make(`${family} 01`, confirmed);
  const second = await desk.make(`${family} 02`, confirmed);
  await server.sql(SHOW, [first]);
  await begin(desk, family);
  await expect(heading(desk, `${family} 01`)).toBeFocused();
  const domain = triage(desk).getByRole('link', { name: 'one-thing.example', exact: true });
  await expect(domain).toHaveAttribute('href', 'https://www.one-thing.example/path');
  await expect(domain).toHaveAttribute('rel', /noopener noreferrer nofollow/);
  const [big, name] = [domain, triage(desk).getByText('I built it. People use it.')];
  expect((await big.boundingBox())!.y).toBeLessThan((await name.boundingBox())!.y);
  const ask = async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('ask for one');
  };
  const command = page.getByRole('option', { name: /^Ask for one thing/ });
  await ask();
  await expect(page.getByRole('option', { name: /^Show all with/ })).toBeVisible();
  await expect(command).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.keyboard.press('j');
  await expect(heading(desk, `${family} 02`)).toBeFocused();
  await expect(triage(desk).getByText('Nothing shown yet')).toBeVisible();
  const due = triage(desk)
    .getByText(/^Due|due in/i)
    .first();
  const promised = await due.textContent();
  await ask();
  await expect(command).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(triage(desk).getByText(/^Asked/)).toBeVisible();
  await desk
    .toast(`${family} 02 is asked for one thing they shipped`)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(triage(desk).getByText(/^Asked/)).toHaveCount(0);
  await triage(desk).getByRole('button', { name: 'Ask for it' }).click();
  await expect(triage(desk).getByText(/^Asked/)).toBeVisible();
  await expect(due).toHaveText(promised!);
  expect(
    await server.sql(
      `select state::text from private.messages where application_id = $1 and topic = 'evidence' order by created_at`,
      [second],
    ),
  ).toEqual([{ state: 'dropped' }, { state: 'due' }]);
});
