import { expect, test, type Desk } from '../../harness/review-desk.ts';

/** Zones with the day on which each shows 18:00 UTC of 10 November and of the day on which Los Angeles changes clocks. */
const zones = [
  ['Pacific/Auckland', ['2026-11-11', 'Nov 11, 2026'], ['2026-11-02', 'Nov 2, 2026']],
  ['America/Los_Angeles', ['2026-11-10', 'Nov 10, 2026'], ['2026-11-01', 'Nov 1, 2026']],
] as const;

for (const [zone, ...days] of zones)
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test('the list and its filters mean the day that is shown, across a change of clocks', async ({
      desk,
    }) => {
      for (const [at, [day, shown]] of [
        ['2026-11-10T18:00:00Z', days[0]],
        ['2026-11-01T18:00:00Z', days[1]],
      ] as const) {
        const name = `Days ${desk.prefix} ${day}`;
        await desk.make(name, { created_at: at });
        await desk.open(`?search=${desk.prefix}&from=${day}&to=${day}`);
        await expect(desk.row(name)).toContainText(shown);
        await desk.goTo(`?search=${desk.prefix}&to=${dayBefore(day)}`);
        await expect(desk.row(name)).toHaveCount(0);
      }
    });

    test('each field of days names the time zone by which it is read', async ({ desk }) => {
      await desk.server.sql`update public.mailing_settings set time_zone = 'Asia/Tokyo'`;
      await desk.open('?screen=numbers');
      await expect(desk.page.getByText('Days of the lab’s time zone, Asia/Tokyo.')).toBeVisible();
      await expect(desk.page.getByLabel('To', { exact: true })).toHaveValue(todayIn('Asia/Tokyo'));
      await desk.goTo('?screen=settings&section=intake');
      await expect(desk.page.getByLabel('They open on')).toHaveAccessibleDescription(
        /At midnight in the lab’s time zone, Asia\/Tokyo\./,
      );
      await desk.goTo('?screen=settings&section=log');
      await expectReadersZone(desk, zone);
      await desk.server.sql`update public.mailing_settings set time_zone = 'UTC'`;
    });
  });

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format();

async function expectReadersZone({ page }: Desk, zone: string) {
  await expect(page.getByText(`In your time zone, ${zone}.`)).toBeVisible();
}
