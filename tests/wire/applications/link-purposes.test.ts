import { sampleApplication, visitor } from '../../harness/applicant.ts';
import { makeApplication } from '../../harness/member.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';

const PURPOSES = ['confirm', 'opening', 'page', 'return', 'take_back'] as const;
type Purpose = (typeof PURPOSES)[number];

/** The answer of each purpose's procedure to a link that works, and to any other text. */
const works = {
  confirm: 'Your email has been confirmed.',
  opening: 'confirmed',
  page: 'open',
  return: 'open',
  take_back: 'undone',
};
const INVALID = 'This confirmation link is not valid. Please use the link in our latest email.';
const refuses = {
  confirm: INVALID,
  opening: 'unknown',
  page: 'unknown',
  return: 'unknown',
  take_back: 'unknown',
};

interface Situation {
  readonly name: string;
  /** Leads there and returns the secret to use. */
  readonly lead: (linked: Linked) => Promise<string>;
  readonly answer: (purpose: Purpose) => string;
}

const situations: readonly Situation[] = [
  { name: 'new', lead: async ({ secret }) => secret, answer: (purpose) => works[purpose] },
  {
    name: 'used before',
    lead: async ({ server, purpose, secret }) => {
      expect(await use(server, purpose, secret)).toBe(works[purpose]);
      return secret;
    },
    answer: (purpose) => works[purpose],
  },
  {
    name: 'of a mail that was sent again with another',
    lead: async ({ server, purpose, secret, subject, mail }) => {
      await server.sql`select private.make_link(${subject}, ${mail}, ${purpose}::private.link_purpose)`;
      return secret;
    },
    answer: (purpose) => works[purpose],
  },
  {
    name: 'ended',
    lead: async (linked) => {
      await endings[linked.purpose](linked);
      return linked.secret;
    },
    answer: (purpose) =>
      purpose === 'confirm'
        ? 'This confirmation link has expired, and there is a newer application.'
        : refuses[purpose],
  },
  {
    name: 'after the erasure of its application or address',
    lead: async ({ server, secret, id, email }) => {
      await server.sql`insert into private.opening_requests (email) values (${email}) on conflict do nothing`;
      await server.sql`select private.erase_application(${id}, 'owner')`;
      return secret;
    },
    answer: (purpose) => refuses[purpose],
  },
  {
    name: 'after a correction of the address',
    lead: async ({ server, purpose, secret, id }) => {
      await server.sql`update public.applications
        set form_key = private.secret_hash(${id}), email_confirmed_at = null where id = ${id}`;
      const parameters = { application_key: id, email: sampleApplication().email };
      // The form finds no application that its applicant erases.
      const outcome = purpose === 'take_back' ? 'unknown' : 'corrected';
      expect((await visitor(server).rest.rpc('my_email_correct', parameters)).data).toEqual({ outcome });
      return secret;
    },
    answer: (purpose) => (purpose === 'confirm' ? INVALID : works[purpose]),
  },
];

describe.for(PURPOSES)('a link with the purpose %s', (purpose) => {
  test.for(situations.map(({ name }, place) => [name, place] as const))(
    '%s',
    async ([, place], { server }) => {
      const { lead, answer } = situations[place]!;
      await server.sql('select private.set_intake(true)');
      const secret = await lead(await link(server, purpose));
      expect(await use(server, purpose, secret)).toBe(answer(purpose));
    },
  );

  test('does the same in two tabs at the same moment', async ({ server }) => {
    await server.sql('select private.set_intake(true)');
    const { secret, id } = await link(server, purpose);
    const answers = await Promise.all([1, 2, 3, 4].map(() => use(server, purpose, secret)));
    expect(new Set(answers)).toEqual(new Set([works[purpose]]));
    const kinds =
      await server.column`select kind from private.messages where application_id = ${id} order by kind`;
    expect(kinds).toEqual(
      purpose === 'confirm' ? ['applicant', 'lab'] : purpose === 'take_back' ? ['applicant'] : [],
    );
  });

  test('works for no other purpose', async ({ server }) => {
    await server.sql('select private.set_intake(true)');
    const { secret, subject } = await link(server, purpose);
    const others = PURPOSES.filter((other) => pageOf(other) !== pageOf(purpose));
    for (const other of others)
      expect([other, await use(server, other, secret)]).toEqual([other, refuses[other]]);
    expect(await use(server, purpose, subject)).toBe(refuses[purpose]);
  });
});

test.afterAll(({ server }) => server.sql('select private.set_intake(false)'));

interface Linked {
  readonly server: TestServer;
  readonly purpose: Purpose;
  readonly secret: string;
  /** The application, and for an opening the address. */
  readonly subject: string;
  readonly id: string;
  readonly email: string;
  readonly mail: string;
}

const pageOf = (purpose: Purpose) => (purpose === 'confirm' || purpose === 'opening' ? purpose : 'page');

/** Makes a link as the claim of its mail does, for an application that is confirmed unless the link is to confirm it. */
async function link(server: TestServer, purpose: Purpose): Promise<Linked> {
  const name = `link-${crypto.randomUUID()}`;
  const id = await makeApplication(server, name, {
    email_confirmed_at: purpose === 'confirm' ? null : new Date(),
  });
  const email = await server.value<string>`select email from public.applications where id = ${id}`;
  const subject =
    purpose === 'opening'
      ? await server.value<string>`insert into private.opening_requests (email) values (${email}) returning id`
      : id;
  const mail = crypto.randomUUID();
  const secret = await server.value<string>`
    select private.make_link(${subject}, ${mail}, ${purpose}::private.link_purpose)`;
  if (purpose === 'take_back') await server.sql`select private.begin_erasure(${id}, 'applicant', '24 hours')`;
  return { server, purpose, secret, subject, id, email, mail };
}

/** Uses a link as its page does, and returns the answer's outcome or message. */
async function use(server: TestServer, purpose: Purpose, secret: string): Promise<string> {
  const call = async (procedure: string, parameters: object) =>
    (await visitor(server).rest.rpc(procedure, parameters)).data as { outcome: string; message: string };
  if (purpose === 'confirm') return (await call('confirm_email', { application_id: secret })).message;
  if (purpose === 'opening') return (await call('confirm_opening_request', { link_secret: secret })).outcome;
  if (purpose === 'take_back')
    return (await call('my_application_undo', { link_secret: secret, request: 'erase' })).outcome;
  return (await call('my_application', { link_secret: secret })).outcome;
}

/** Leads to where a link of each purpose has ended. */
const endings: Readonly<Record<Purpose, (linked: Linked) => Promise<unknown>>> = {
  confirm: async ({ server, id, email }) => {
    await server.sql`update public.applications set archived_at = now() where id = ${id}`;
    await server.sql`update public.applications set email = ${email} where id = ${await makeApplication(server, crypto.randomUUID())}`;
  },
  opening: async ({ server, subject }) => {
    await server.sql`update private.opening_requests set requested_at = now() - interval '8 days' where id = ${subject}`;
    await server.sql('select public.delete_expired_opening_requests()');
  },
  page: async ({ server, id }) =>
    server.sql`select private.make_link(${id}, gen_random_uuid()) from generate_series(1, 10)`,
  return: async ({ server, id }) => {
    const newer = await server.value<string>`select private.make_link(${id}, gen_random_uuid(), 'return')`;
    expect(await use(server, 'return', newer)).toBe('open');
  },
  take_back: ({ server, id }) =>
    server.sql`update public.applications set erasing_at = now() - interval '1 second' where id = ${id}`,
};
