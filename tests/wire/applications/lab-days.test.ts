import { spellDay } from '@solostead/contract/day';
import { linkedApplicant, callPage, mailsTo } from '../../harness/applicant-page.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { askNextStep, lead } from './way-back.ts';

describe('days on the page and in mails are days of the lab', () => {
  test.afterEach(({ server }) => server.sql(`update public.lab_settings set time_zone = 'UTC'`));

  test.for(['UTC', 'Europe/Berlin', 'America/St_Johns', 'America/Los_Angeles', 'Pacific/Auckland'])(
    'with the lab in %s',
    async (zone, { server, owner }) => {
      await server.sql(`update public.lab_settings set time_zone = $1`, [zone]);
      const { row, id, secret } = await linkedApplicant(server);
      const dayOf = (at: string) =>
        new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: zone }).format(new Date(at));
      // Half an hour before and after midnight in UTC, and noon.
      for (const time of ['23:30', '00:30', '12:00']) {
        await server.sql(
          `update public.applications set created_at = a.day, email_confirmed_at = a.day
             from (select (current_date - 3 + $2::time) at time zone 'UTC' as day) a where id = $1`,
          [id, time],
        );
        const { application } = await callPage(server, '', secret);
        const { since, answer_by } = application!;
        expect([spellDay(since), spellDay(answer_by!)]).toEqual([dayOf(since), dayOf(answer_by!)]);
      }
      await lead({ server, owner, id, secret, email: row.email }, ['declined']);
      const { from } = (await callPage(server, '', secret)).application!.apply_again!;
      expect(from).toMatch(/T00:00:00/);
      expect(spellDay(from)).toBe(dayOf(from));
      await askNextStep(server, row.email);
      const subjects = (await mailsTo(server, row.email)).map(({ subject }) => subject);
      expect(subjects.at(-1)).toBe(`You can apply again from ${dayOf(from)}`);
    },
  );
});
