import { callPage, confirmedApplicant } from '../../../harness/applicant-page.ts';
import { expect, test } from '../../harness/review-desk.ts';

test('reviewers see first what an applicant shipped, then corrections and the planned erasure', async ({
  desk,
}) => {
  const { row, id, secret } = await confirmedApplicant(desk.server);
  const words = 'I built <b>it</b>. People use it.';
  const link = 'https://one.example/thing?a=1&b=2';
  await callPage(desk.server, 'show', secret, { link, repository: '', words });
  await callPage(desk.server, 'correct', secret, {
    name: row.name,
    linkedin: row.linkedin,
    sectors: 'Better sectors',
  });
  await desk.open(`?open=${id}`);
  await expect(desk.panel.getByRole('heading', { level: 4 }).first()).toHaveText('One thing they shipped');
  await expect(desk.panel.getByText(words)).toBeVisible();
  const shown = desk.panel.getByRole('link', { name: link });
  await expect(shown).toHaveAttribute('href', link);
  await expect(shown).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(desk.panel).toContainText(
    `The applicant corrected the sectors from “${row.sectors}” to “Better sectors”`,
  );
  await expect(desk.panel).toContainText('Mail with a link to their page: sent');
  await callPage(desk.server, 'erase', secret);
  await expect(desk.panel.getByText('The applicant asked for this to be erased.')).toBeVisible();
});
