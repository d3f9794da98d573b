import { applied } from '../../harness/applicant.ts';
import { expect, testStarting } from '../../harness/fixtures.ts';

// Its own server, because it adds a trigger.
const test = testStarting();

test('an erasure that fails stops no other, and is tried again', async ({ server }) => {
  for (let number = 0; number < 3; number += 1) await applied(server);
  await server.sql(`
    create function public.fail_for_the_first() returns trigger language plpgsql as $$
    begin
      if old.id = (select id from public.applications order by created_at limit 1) then
        raise 'an unforeseen error';
      end if;
      return old;
    end
    $$;
    create trigger fail before delete on public.applications for each row execute function public.fail_for_the_first();
    update public.applications set erasing_at = now() - interval '1 minute', erase_reason = 'applicant'`);
  // The server's own turn, every 15 seconds, may have them at the same time.
  const left = async () => {
    await server.sql('select public.erase_requested_applications()');
    return server.value<number>('select count(*)::int from public.applications');
  };
  await expect.poll(left).toBe(1);
  await server.sql('drop trigger fail on public.applications');
  await expect.poll(left).toBe(0);
});
