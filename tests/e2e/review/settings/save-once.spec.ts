import type { Page } from '@playwright/test';
import { expect, test } from '../../harness/review-desk.ts';

/** A form of the settings with a save button. It has a place, a change and the request it sends. */
interface SavedForm {
  readonly title: string;
  readonly section: string;
  /** The function of the data API that the form calls. */
  readonly request: string;
  /** The text field to fill, and in which Enter sends the form. */
  readonly field: string;
  /** One value for each way to press, since an unchanged form may have nothing to save. */
  readonly values: readonly [string, string];
  /** The summary that shows the field. */
  readonly opens?: string;
}

/** The forms of the settings that save with a button. */
const forms: readonly SavedForm[] = [
  {
    title: 'Terms',
    section: 'terms',
    request: 'review_terms_save',
    field: 'Days until an answer',
    values: ['11', '12'],
  },
  {
    title: 'When mails leave',
    section: 'templates',
    request: 'review_mailing_save',
    field: 'Time zone of the lab',
    values: ['Europe/Berlin', 'UTC'],
  },
  {
    title: 'Mail templates',
    section: 'templates',
    request: 'review_template_save',
    field: 'Subject',
    values: ['About your application', 'Your application to the lab'],
    opens: 'Declined',
  },
  {
    title: 'Scoring',
    section: 'scoring',
    request: 'review_scoring_save',
    field: 'Name of criterion 1',
    values: ['Problem and team', 'Problem'],
  },
  {
    title: 'Booking link',
    section: 'you',
    request: 'review_booking_save',
    field: 'Booking link',
    values: ['https://booking.example/a', 'https://booking.example/b'],
  },
];

/** Answers requests to one function only after `release` is called, and counts them. */
async function holdBack(page: Page, name: string) {
  const sent: number[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/rpc/${name}`, async (route) => {
    await released;
    const response = await route.fetch();
    sent.push(response.status());
    await route.fulfill({ response });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/rpc/${name}`)) asked.push(request.url());
  });
  return { asked, sent, release };
}

const presses = {
  'a double click': (page: Page, form: SavedForm) => buttonOf(page, form).dblclick(),
  'a double Enter': async (page: Page, form: SavedForm) => {
    await fieldOf(page, form).press('Enter');
    await fieldOf(page, form).press('Enter');
  },
};

const fieldOf = (page: Page, { field }: SavedForm) =>
  page.getByLabel(field, { exact: true }).filter({ visible: true });
const buttonOf = (page: Page, form: SavedForm) =>
  page.locator('form', { has: fieldOf(page, form) }).locator('button[type=submit]');

// The other files of this worker expect the settings as a start leaves them.
let declined: { subject: string } | undefined;
test.beforeEach(async ({ server }) => {
  [declined] = await server.sql<{ subject: string }>(
    "select subject from public.mail_templates where status = 'declined'",
  );
});
test.afterEach(async ({ server }) => {
  await server.sql('update public.lab_terms set answer_days = 10 where answer_days <> 10');
  await server.sql("update public.mailing_settings set time_zone = 'UTC'");
  await server.sql("update public.rating_criteria set label = 'Craft' where key = 'craft'");
  await server.sql("update public.mail_templates set subject = $1 where status = 'declined'", [
    declined?.subject,
  ]);
  await server.sql('update public.member_settings set booking_link = null');
});

for (const form of forms)
  test(`${form.title}: a double click or Enter on a slow connection sends one request and reports no conflict`, async ({
    desk,
    page,
  }) => {
    await desk.open(`?screen=settings&section=${form.section}`);
    if (form.opens) await page.locator('summary', { hasText: form.opens }).click();
    for (const [place, [press, run]] of Object.entries(presses).entries()) {
      const { asked, sent, release } = await holdBack(page, form.request);
      await fieldOf(page, form).fill(form.values[place]!);
      await run(page, form);
      await expect.poll(() => asked.length, press).toBeGreaterThan(0);
      release();
      const saved = desk.toast(/saved/i);
      await expect(saved, press).toBeVisible();
      await expect(buttonOf(page, form)).not.toHaveAttribute('aria-disabled');
      await expect.poll(() => sent, press).toEqual([200]);
      expect(asked, press).toHaveLength(1);
      await expect(page.getByText(/Someone (else|was)/)).toHaveCount(0);
      await saved.getByRole('button', { name: 'Dismiss' }).click();
      await page.unrouteAll();
    }
  });
