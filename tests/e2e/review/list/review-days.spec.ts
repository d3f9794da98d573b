import { expect, test } from '../../harness/review-desk.ts';

const ZONE = 'America/Los_Angeles';

test.use({ timezoneId: ZONE });

test('the list and its filters mean the day shown, across a change of clocks', async ({ desk }) => {
  for (const [at, day, shown] of [
    ['2026-11-10T05:00:00Z', '2026-11-09', '9 Nov 2026'],
    // Half an hour before the end of the day on which clocks go back.
    ['2026-11-02T07:30:00Z', '2026-11-01', '1 Nov 2026'],
  ] as const) {
    const name = `Days ${desk.prefix} ${day}`;
    await desk.make(name, { created_at: at });
    await desk.open(`?search=${desk.prefix}&from=${day}&to=${day}`);
    await expect(desk.row(name)).toContainText(shown);
    await desk.goTo(`?search=${desk.prefix}&to=${dayBefore(day)}`);
    await expect(desk.row(name)).toHaveCount(0);
  }
});

test('each field of days names the time zone by which it is read @release', async ({ desk }) => {
  await desk.server.sql`update public.lab_settings set time_zone = 'Asia/Tokyo'`;
  await desk.open('?screen=numbers');
  await expect(desk.page.getByText('Days of the lab’s time zone, Asia/Tokyo.')).toBeVisible();
  await expect(desk.page.getByLabel('To', { exact: true })).toHaveValue(todayIn('Asia/Tokyo'));
  await desk.goTo('?screen=settings&section=intake');
  await expect(desk.page.getByLabel('They open on')).toHaveAccessibleDescription(
    /At midnight in the lab’s time zone, Asia\/Tokyo\./,
  );
  await desk.goTo('?screen=settings&section=log');
  await expect(desk.page.getByText(`In your time zone, ${ZONE}.`)).toBeVisible();
  await desk.server.sql`update public.lab_settings set time_zone = 'UTC'`;
});

test('an interview is typed and shown by clocks of a lab in another zone @release', async ({ desk }) => {
  const lab = 'Pacific/Auckland';
  await desk.server.sql`update public.lab_settings set time_zone = ${lab}`;
  const name = `Interview ${desk.prefix}`;
  const id = await desk.openNew(name, { status: 'interview' });
  const section = desk.panel.getByRole('region', { name: 'Interview' });
  await section.getByRole('button', { name: 'Set the date' }).click();
  const field = section.getByLabel('Date and time of the interview');
  await expect(field).toHaveAccessibleDescription(`In the lab’s time zone, ${lab}.`);
  // A day without a change of clocks in either zone.
  const typed = `${new Date().getUTCFullYear() + (new Date().getUTCMonth() === 11 ? 1 : 0)}-12-20T23:30`;
  await field.fill(typed);
  await section.getByRole('button', { name: 'Save', exact: true }).click();
  const shown = /20\sDec,\s23:30\sGMT\+13/;
  await expect(desk.toast('Interview: ')).toContainText(shown);
  await expect(section.getByRole('time')).toHaveText(shown);
  await expect(desk.panel).toContainText(/set the interview for \w+\s20\sDec,\s23:30/);
  expect(
    await desk.server.value`select to_char(interview_at at time zone ${lab}, 'YYYY-MM-DD"T"HH24:MI')
                              from public.applications where id = ${id}`,
  ).toBe(typed);
  await section.getByRole('button', { name: 'Change' }).click();
  await expect(field).toHaveValue(typed);
  for (const screen of ['', 'screen=board&']) {
    await desk.goTo(`?${screen}search=${desk.prefix}`);
    const row = screen ? desk.page.getByRole('listitem').filter({ hasText: name }) : desk.row(name);
    await expect(row).toContainText(shown);
  }
  await desk.server.sql`update public.lab_settings set time_zone = 'UTC'`;
});

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format();
