import { confirmedApplicant } from '../harness/applicant-page.ts';
import { makeApplication, makeMember } from '../harness/member.ts';
import { startServer, type TestServer } from '../harness/servers/server.ts';
import { prepareAttempts, removeAttempts } from '../wire/permissions/attempts.ts';
import { makePerson } from '../wire/permissions/people.ts';
import { putSomethingInEveryTable } from '../wire/permissions/something-in-every-table.ts';

/** The owner in each release's backup. The tests know the password. */
export const OWNER = 'owner@lab.example';

/** Writes the backup of an installation of this version, and returns the lasting tables that have no row in it. */
export async function writeRelease(file: string): Promise<string[]> {
  const server = await startServer();
  try {
    await fill(server);
    await server.command('backup', file);
    return await emptyTables(server);
  } finally {
    await server.stop();
  }
}

async function fill(server: TestServer): Promise<void> {
  const owner = await makeMember(server, OWNER, 'owner');
  // First, because an erasure empties the contents of the access log.
  await server.sql`select private.erase_application(${await makeApplication(server, 'erased')}, 'owner')`;
  await prepareAttempts(server);
  await putSomethingInEveryTable(server, await makePerson(server, 'second', 'owner'));
  await removeAttempts(server);
  await owner.call('review_webhook_add', {
    kind: 'webhook',
    url: 'https://hooks.example.org/solostead',
    events: ['application.confirmed'],
  });
  const declined = await makeApplication(server, 'declined');
  await owner.call('review_change_many', {
    ids: [declined],
    change: { status: 'declined' },
    reason: await aReason(server),
  });
  await confirmedApplicant(server);
  const leaving = await makeApplication(server, 'leaving');
  await server.sql`select private.begin_erasure(${leaving}, 'applicant', '1 day')`;
  await server.sql`insert into private.opening_requests (email) values ('later@builders.example')`;
  await server.sql`insert into private.invitations (email, access, invited_by)
    values ('third@lab.example', 'reader', ${owner.id})`;
  await server.sql`insert into private.erasures (kind, id) values ('account', gen_random_uuid())`;
  await server.sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${await userOf(server, 'second@lab.example')}, 'phone', 'totp', 'verified', now(), now())`;
  await server.sql`insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id)
    select gen_random_uuid(), user_id, id from auth.mfa_factors`;
  await server.sql`insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash)
    select gen_random_uuid(), id, 'sample' from auth.mfa_recovery_code_sets`;
  await server.command('seed', '12');
}

const aReason = (server: TestServer) =>
  server.value<string>('select key from public.decline_reasons limit 1');
const userOf = (server: TestServer, email: string) =>
  server.value<string>`select id from auth.users where email = ${email}`;

/** Tables whose rows last for minutes, or that sign-in methods fill which the lab does not use. */
const SHORT_LIVED =
  /^auth\.(?:flow_|mfa_challenges|oauth_|one_time|rate_|saml_|sso_|spent_|totp_|webauthn_)|^private\.(?:requested_mails|mails|rate_counts|spent_proofs)$/;

/** Lists the lasting tables without rows. */
async function emptyTables(server: TestServer): Promise<string[]> {
  const tables = await server.column<string>(
    `select schemaname || '.' || tablename from pg_tables where schemaname in ('auth', 'private', 'public') order by 1`,
  );
  const lasting = tables.filter((table) => !SHORT_LIVED.test(table));
  const hasRows = await Promise.all(
    lasting.map((table) => server.value<boolean>(`select exists (select from ${table})`)),
  );
  return lasting.filter((_table, index) => !hasRows[index]);
}
