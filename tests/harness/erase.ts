import { eventually } from '@solostead/server-testkit/servers/processes';
import type { Member } from './member.ts';
import type { TestServer } from './servers/server.ts';

/** Lets the time of an application that waits to be erased come, and erases it. */
export async function passErasure(server: Pick<TestServer, 'sql'>, id: string): Promise<void> {
  await server.sql`update public.applications set erasing_at = now() where id = ${id} and erasing_at is not null`;
  // One that a mail's writing holds waits for the next turn.
  await eventually(async () => {
    await server.sql('select public.erase_requested_applications()');
    return (await server.sql`select from public.applications where id = ${id}`).length === 0;
  });
}

/** Has an owner erase an application, and lets the minute of undo pass. */
export async function eraseNow(server: Pick<TestServer, 'sql'>, owner: Member, id: string): Promise<void> {
  await owner.call('review_erase', { application_id: id });
  await passErasure(server, id);
}
