import { isEvidenceValid, MAX_EVIDENCE_LENGTH } from '@solostead/contract/evidence';
import { applicationQuestions } from '@solostead/contract/questions';
import { applied, sendNow } from '../../harness/applicant.ts';
import {
  callPage,
  confirmedApplicant,
  linkedApplicant,
  mailOf,
  mailsTo,
  secretsIn,
} from '../../harness/applicant-page.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';

describe('the applicant’s page', () => {
  test('is reached by the mail after a confirmation, and shows what was sent', async ({ server }) => {
    const { row, secret } = await confirmedApplicant(server);
    const { outcome, application } = await callPage(server, '', secret);
    expect(outcome).toBe('open');
    expect(application).toMatchObject({
      name: row.name,
      linkedin: row.linkedin,
      sectors: row.sectors,
      status: 'submitted',
      evidence: null,
      undo: null,
    });
    expect(application!.questions).toHaveLength(applicationQuestions.length);
    expect(application!.questions[0]).toEqual({ wording: expect.stringMatching(/./), answer: true });
    expect(Date.parse(application!.answer_by!) - Date.parse(application!.since)).toBe(10 * 86_400_000);
  });

  test('shows the last mailed state, a move without a mail never', async ({ server, reviewer }) => {
    const { row, id, secret } = await linkedApplicant(server);
    const standing = async () => (await callPage(server, '', secret)).application!;
    await reviewer.move(id, 'in_review');
    expect((await standing()).status).toBe('submitted');
    const about = { subject: 'About it', body: 'Words' };
    await reviewer.move(id, 'declined', { seen_version: 2, mail: about });
    expect(await standing()).toMatchObject({ status: 'submitted', answer_by: expect.any(String) });
    await sendNow(server, id);
    const mail = await mailOf(server, row.email, 'About it');
    await expect.poll(standing).toMatchObject({ status: 'declined', answer_by: null });
    const [fresh = ''] = secretsIn(mail.text);
    expect((await callPage(server, '', fresh)).outcome).toBe('open');
    expect(mail.html).toContain(`key=${fresh}`);
    await reviewer.move(id, 'in_review', { seen_version: 3 });
    expect((await standing()).status).toBe('declined');
    // A mail that the mail server delayed promises no answer either.
    await server.sql`insert into private.messages (application_id, kind, topic) values (${id}, 'applicant', 'confirmed')`;
    await server.sql(`notify mails`);
    const late = await mailOf(server, row.email, 'Your email is confirmed');
    expect(late.text).toContain('We’ve received your application. Your page shows where it stands.');
  });

  test('is not changed by the GET of a mail scanner', async ({ server }) => {
    const { id, secret } = await linkedApplicant(server);
    const requests = () => server.sql`select 1 from public.application_events where application_id = ${id}`;
    for (const procedure of [
      'my_application_withdraw',
      'my_application_erase',
      'my_application_link_renew',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const url = `${server.url}/rest/v1/rpc/${procedure}?link_secret=${secret}`;
        const { status } = await fetch(url, { method, headers: { apikey: server.publishableKey } });
        expect([procedure, method, status]).toEqual([procedure, method, 405]);
      }
    }
    expect(await requests()).toEqual([]);
    expect((await callPage(server, '', secret)).outcome).toBe('open');
  });

  test('corrects name, profile and sectors once, and reviewers see both versions', async ({ server }) => {
    const { row, id, secret } = await linkedApplicant(server);
    const corrected = { name: ' Better Name ', linkedin: `${row.linkedin}-too/?x=1`, sectors: row.sectors };
    for (let round = 0; round < 2; round += 1) {
      expect(await callPage(server, 'correct', secret, corrected)).toMatchObject({
        outcome: 'corrected',
        application: { name: 'Better Name', linkedin: `${row.linkedin}-too` },
      });
    }
    expect(await eventsOf(server, id)).toEqual([
      {
        action: 'corrected',
        before: { name: row.name, linkedin: row.linkedin },
        after: { name: 'Better Name', linkedin: `${row.linkedin}-too` },
      },
    ]);
  });

  test('refuses an invalid field as the form does, and another’s profile', async ({ server }) => {
    const other = await applied(server);
    const { row, secret } = await linkedApplicant(server);
    const { name, linkedin, sectors } = row;
    const application = { name, linkedin, sectors };
    for (const [wrong, refused] of [
      [{ name: 'x' }, { outcome: 'invalid', field: 'name' }],
      [{ linkedin: '' }, { outcome: 'invalid', field: 'linkedin' }],
      [{ sectors: 'x'.repeat(1001) }, { outcome: 'invalid', field: 'sectors' }],
      [{ linkedin: other.linkedin, sectors: 'New' }, { outcome: 'duplicate' }],
    ])
      expect(await callPage(server, 'correct', secret, { ...application, ...wrong })).toMatchObject({
        ...refused,
        application,
      });
  });

  test('mails a correction after a score to the assignee, without words', async ({ server, reviewer }) => {
    const { row, id, secret } = await linkedApplicant(server);
    const { id: assignee, email, call } = reviewer;
    const correct = (sectors: string) =>
      callPage(server, 'correct', secret, { name: row.name, linkedin: row.linkedin, sectors });
    await call('review_assign', { application_id: id, seen_version: 1, assignee });
    await correct('Before a score');
    const key = await server.value<string>('select key from public.rating_criteria limit 1');
    await call('review_rate', { application_id: id, criterion: key, score: 3, seen_score: 0 });
    await correct('After a score');
    const mail = await mailOf(server, email, 'An applicant corrected their application');
    expect(mail.text).toContain(`/admin?open=${id}`);
    expect(mail.text).not.toContain('After a score');
    expect(secretsIn(mail.text)).toEqual([]);
    expect(await mailsTo(server, email)).toHaveLength(1);
  });

  test('stores evidence once, however often it is sent, for admins alone', async ({ server, reviewer }) => {
    const { id, secret } = await linkedApplicant(server);
    const shown = {
      link: 'https://one.example/thing',
      repository: '',
      words: ' I built it. People use it. ',
    };
    for (let round = 0; round < 2; round += 1) {
      expect(await callPage(server, 'evidence_save', secret, shown)).toMatchObject({
        outcome: 'saved',
        application: {
          evidence: { link: shown.link, repository: null, words: 'I built it. People use it.' },
        },
      });
    }
    expect(await eventsOf(server, id)).toEqual([{ action: 'evidence' }]);
    expect(await reviewer.call('review_evidence', { application_id: id })).toMatchObject({
      evidence: { link: shown.link },
    });
    const nothing = { link: '', repository: ' ', words: '' };
    expect(await callPage(server, 'evidence_save', secret, nothing)).toMatchObject({
      outcome: 'removed',
      application: { evidence: null },
    });
  });

  test('exports all of its data', async ({ server }) => {
    const { row, secret } = await confirmedApplicant(server);
    await callPage(server, 'evidence_save', secret, {
      link: 'https://a.example',
      repository: '',
      words: 'Words.',
    });
    // A mail counts as sent a moment after it has arrived.
    await expect
      .poll(() => callPage(server, 'download', secret))
      .toMatchObject({
        outcome: 'open',
        application: { email: row.email, evidence: { words: 'Words.' }, questions: expect.any(Array) },
        mails: [{ about: 'confirmation' }, { about: 'confirmed' }],
      });
  });
});

const samples = [
  ['https://one.example', 'Words.'],
  ['https://one.example:8443/a?b=c#d', 'x'.repeat(MAX_EVIDENCE_LENGTH)],
  ['http://one.example', 'Words.'],
  ['https://one', 'Words.'],
  ['https://user@one.example', 'Words.'],
  ['https://one.example/"', 'Words.'],
  ['https://one.example/<b>', 'Words.'],
  ['https://one.example/ü', 'Words.'],
  ['javascript:alert(1)', 'Words.'],
  [`https://one.example/${'x'.repeat(MAX_EVIDENCE_LENGTH)}`, 'Words.'],
  ['https://one.example', 'x'],
  ['https://one.example', '\u200b\u200b'],
  ['https://one.example', 'x'.repeat(MAX_EVIDENCE_LENGTH + 1)],
] as const;

test('evidence has the same rules in the table and on the page', async ({ server }) => {
  const { secret } = await linkedApplicant(server);
  const rules = samples.map(
    ([link, words]) => isEvidenceValid('link', link) && isEvidenceValid('words', words),
  );
  const answers = [];
  for (const [link, words] of samples)
    answers.push(await callPage(server, 'evidence_save', secret, { link, repository: link, words }));
  expect(answers.map(({ outcome }) => outcome)).toEqual(
    rules.map((isTaken) => (isTaken ? 'saved' : 'invalid')),
  );
  expect(new Set(answers.map(({ field }) => field))).toEqual(new Set([undefined, 'link', 'words']));
});

const eventsOf = (server: TestServer, id: string) =>
  server.column<object>`select detail from public.application_events
    where application_id = ${id} and kind = 'applicant' order by id`;
