import { afterAll } from 'vitest';
import pg from 'pg';
import { seed, steps } from '@solostead/server-testkit/random';
import { keepSignedIn, makeApplication, makeMember, type Member } from '../../harness/member.ts';
import { expectAgreement } from './promise-places.ts';
import { StatusMailer } from './status-mailer.ts';
import { copyOf, isConfirmed, type Request, Requests, type World } from './status-requests.ts';
import { expect, test } from '../../harness/fixtures.ts';

let reviewers: Member[];
let client: pg.Client;
test.beforeAll(async ({ server }) => {
  reviewers = [
    await makeMember(server, 'first@lab.example', 'owner'),
    await makeMember(server, 'second@lab.example', 'owner'),
  ];
  client = new pg.Client(server.databaseUrl);
  await client.connect();
});
afterAll(() => client.end());

test(
  `${steps} random changes leave statuses, periods, mails and the promise as in the model, in every place`,
  async ({ server }) => {
    const ids: string[] = [];
    for (let place = 0; place < APPLICATIONS; place += 1) {
      const id = await makeApplication(server, `random-${place}`, {
        email_confirmed_at: isConfirmed(place) ? new Date() : null,
      });
      ids.push(id);
    }
    const requests = new Requests(server, reviewers, { ids, seed });
    const mailer = new StatusMailer(client, requests);
    await mailer.holdOff();
    const dates = new Map<string, unknown>();
    let agreed = '';
    for (let step = 1; step <= steps; step += 1) {
      await keepSignedIn(reviewers);
      const made = requests.next();
      const second = requests.random() < 0.15 ? requests.next() : null;
      let name = second ? `${made?.name} while ${second.name}` : (made?.name ?? 'mails');
      try {
        if (made && second) await atOnce(requests, made, second);
        else if (made) made.apply(requests.world, await made.send());
        else name = await mailer.act();
        await mailer.link();
        const state = await found(ids);
        expect(state).toEqual(expected(requests.world));
        // A step that changed nothing leaves every place as it was.
        const now = JSON.stringify([state, requests.world.applicants.map(({ today }) => today)]);
        if (now !== agreed) await expectAgreement(client, requests);
        agreed = now;
        for (const [place, current] of (await datesOf(ids)).entries()) {
          const key = `${place}/${requests.world.applicants[place]!.current ?? 1}`;
          expect(current, key).toEqual(dates.get(key) ?? current);
          dates.set(key, current);
        }
      } catch (error) {
        throw new Error(`step ${step} of TEST_SEED=${seed}: ${name}`, { cause: error });
      }
    }
  },
  60_000 + steps * 1000,
);

const APPLICATIONS = 6;

/** Returns the database's state in the model's terms. */
async function found(ids: readonly string[]): Promise<unknown> {
  const { rows } = await client.query<{ state: unknown }>(
    `select jsonb_build_object(
       'status', a.status, 'version', a.version, 'current', a.current_period,
       'isNotified', a.notified_at is not null, 'promise', private.promise_of(a), 'isBounced', a.email_bounced_at is not null,
       'interviewed', a.interviewed_at is not null, 'accepted', a.accepted_at is not null,
       'periods', (
         select coalesce(jsonb_agg(jsonb_build_array(
             p.number, p.status, p.cause, p.batch_id, p.previous_number, p.undone_at is not null) order by p.number), '[]')
           from public.application_status_periods p where p.application_id = a.id),
       'mails', (
         select coalesce(jsonb_agg(jsonb_build_array(m.period, m.state, m.dropped_because, m.edit_expires_at > now())
             order by m.period, m.state::text collate "C", m.dropped_because::text collate "C"), '[]')
           from private.messages m where m.application_id = a.id and m.kind = 'review')) as state
     from public.applications a where a.id = any ($1) order by array_position($1, a.id)`,
    [ids],
  );
  return rows.map(({ state }) => state);
}

const byText = (one: readonly unknown[], other: readonly unknown[]) =>
  Number(one[0]) - Number(other[0]) || (String(one.slice(1)) < String(other.slice(1)) ? -1 : 1);

function expected({ applicants }: World): unknown {
  return applicants.map((one) => ({
    status: one.status,
    version: one.version,
    current: one.current,
    isNotified: one.isNotified,
    promise: one.promise,
    isBounced: one.isBounced,
    interviewed: one.period?.interviewed ?? false,
    accepted: one.period?.accepted ?? false,
    periods: one.periods.map((p) => [p.n, p.status, p.cause, p.batch, p.previous, p.undone]),
    mails: one.mails
      .map((mail) => [mail.period, mail.state, mail.reason, mail.edit ? true : null])
      .toSorted(byText),
  }));
}

/** Returns the dates of each application as text. They belong to the current period. */
async function datesOf(ids: readonly string[]): Promise<unknown[]> {
  const { rows } = await client.query<{ dates: unknown }>(
    `select jsonb_build_array(status_changed_at, first_reviewed_at, decided_at, interviewed_at, accepted_at) as dates
       from public.applications where id = any ($1) order by array_position($1, id)`,
    [ids],
  );
  return rows.map(({ dates }) => dates);
}

/** Sends two requests at once. The database must end where one of the two orders leads. */
async function atOnce(requests: Requests, first: Request, second: Request): Promise<void> {
  const [one, other] = await Promise.all([first.send(), second.send()]);
  const state = await found(requests.ids);
  const failures: unknown[] = [];
  for (const order of [
    [first, one, second, other],
    [second, other, first, one],
  ] as const) {
    const world = copyOf(requests.world);
    try {
      order[0].apply(world, order[1]);
      order[2].apply(world, order[3]);
      expect(state).toEqual(expected(world));
      requests.world = world;
      return;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, 'No order of the two leads to what the database holds.');
}
