import type { TestServer } from '../../harness/servers/server.ts';
import type { Standing } from './people.ts';

/** The number of rows a statement read or changed, or its refusal. */
export type Outcome = number | 'refused' | `error ${string}`;

/** Puts a function into the database that runs a statement as another role and rolls its changes back. */
export async function prepareAttempts(server: TestServer): Promise<void> {
  await server.sql('create schema tests');
  await server.sql(`
    create function tests.attempt(as_role text, claims text, statement text, keep boolean) returns text
    language plpgsql as $$
    declare
      outcome text;
      count bigint;
      answer text;
    begin
      perform set_config('request.jwt.claims', claims, true);
      execute format('set local role %I', as_role);
      begin
        execute statement;
        get diagnostics count = row_count;
        outcome := count;
        if not keep then
          raise exception using errcode = 'ZZ000', message = outcome;
        end if;
      exception
        when sqlstate 'ZZ000' then null;
        when insufficient_privilege then outcome := 'refused';
        when sqlstate 'PGRST' then
          get stacked diagnostics answer = pg_exception_detail;
          outcome := case when (answer::json ->> 'status')::integer = 403 then 'refused'
            else format('error %s %s', sqlerrm::json ->> 'code', sqlerrm::json ->> 'message') end;
        when others then outcome := 'error ' || sqlstate || ' ' || sqlerrm;
      end;
      reset role;
      return outcome;
    end $$`);
}

/** Takes it out again, for who uses the database next. */
export const removeAttempts = (server: TestServer) => server.sql('drop schema tests cascade');

/** Runs a statement with a person's role and claims. Changes stay only if `keep` is set. */
export async function attempt(
  server: TestServer,
  { role, claims }: Standing,
  statement: string,
  keep = false,
): Promise<Outcome> {
  const claimText = JSON.stringify(claims === null ? { role } : { ...claims, role });
  const outcome =
    await server.value<string>`select tests.attempt(${role}, ${claimText}, ${statement}, ${keep})`;
  return /^\d+$/.test(outcome) ? Number(outcome) : (outcome as Outcome);
}

/** Runs a statement like `attempt` and keeps its change. @throws when it does not return or change one row. */
export async function perform(server: TestServer, standing: Standing, statement: string): Promise<void> {
  const outcome = await attempt(server, standing, statement, true);
  if (outcome !== 1) throw new Error(`${statement}: ${outcome}`);
}
