import { callPage, linkedApplicant } from '../harness/applicant-page.ts';
import { expect, test } from './harness/product.ts';

test('the applicant’s page asks for evidence until a decision, in at most 500 characters, and removes it after one', async ({
  page,
  server,
}) => {
  const { id, secret } = await linkedApplicant(server);
  const evidence = page.getByRole('region', { name: 'Show us one thing you shipped' });
  const standing = page.getByRole('region', { name: 'Where it stands' });
  await page.goto(`/my-application?key=${secret}`);
  for (const label of ['What it does', 'Repository', 'Link to it']) {
    const field = evidence.getByLabel(label);
    const text = `https://one.example/${'x'.repeat(500)}`;
    await field.focus();
    await page.keyboard.insertText(text);
    await evidence.getByRole('button', { name: 'Show it to the reviewers' }).click();
    await expect(field).toHaveAccessibleDescription(/in at most 500 characters$/);
    await expect(field).toHaveValue(text);
  }
  const shown = { link: 'https://one.example/thing', repository: '', words: 'I built it.' };
  await callPage(server, 'evidence_save', secret, shown);
  const move = (status: string) =>
    server.sql(`select private.change_status(array[$1::uuid], $2, 'move')`, [id, status]);
  for (const [status, label, isOpen] of [
    ['in_review', 'In review', true],
    ['interview', 'Interview', true],
    ['accepted', 'Accepted', false],
    ['declined', 'Declined', false],
  ] as const) {
    if (status === 'declined') await move('interview');
    await move(status);
    await server.sql`update public.application_status_periods set notified_at = clock_timestamp()
                      where application_id = ${id} and status = ${status}`;
    await page.reload();
    await expect(standing).toContainText(label);
    await expect(evidence).toBeVisible({ visible: isOpen });
    if (isOpen) continue;
    const past = page.getByRole('region', { name: 'What you showed us' });
    await expect(past).toContainText(shown.words);
    await past.getByRole('button', { name: 'Remove it' }).click();
    await expect(past.getByRole('status')).toHaveText('Removed. Our reviewers no longer see it.');
    await expect(past).not.toContainText(shown.words);
    await expect(past).toBeFocused();
    const left = server.value`select count(*) from public.application_evidence where application_id = ${id}`;
    expect(Number(await left)).toBe(0);
    await page.reload();
    await expect(standing).toContainText(label);
    await expect(past).toBeHidden();
    await callPage(server, 'evidence_save', secret, shown);
  }
});
