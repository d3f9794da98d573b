import { mailsSettled, sendNow, visitor } from '../../harness/applicant.ts';
import type { Member } from '../../harness/member.ts';
import type { TestServer } from '../../harness/servers/server.ts';

/** An applicant with a link to their page, and the lab. */
export interface Desk {
  readonly server: TestServer;
  readonly owner: Member;
  readonly id: string;
  readonly secret: string;
  readonly email: string;
}

const words = { subject: 'About it', body: 'Words' };

/** Moves along the statuses, each with a mail that is sent. */
export async function lead(
  { server, owner, id }: Desk,
  path: readonly string[],
  mail: object | null = words,
) {
  for (const status of path) {
    const seen_version =
      await server.value<number>`select version::integer from public.applications where id = ${id}`;
    await owner.move(id, status, {
      seen_version,
      mail: ['interview', 'accepted', 'declined'].includes(status) ? mail : null,
    });
    await sendNow(server, id);
    await mailsSettled(server);
  }
}

/** Lets the term after a decline pass. */
export const passTerm = ({ server, id }: Desk) =>
  server.sql`update public.application_status_periods set entered_at = entered_at - interval '3 months'
    where application_id = ${id} and status = 'declined'`;

/** Asks for the next step of an address, and waits until its mail is sent. */
export const askNextStep = async (server: TestServer, email: string) => {
  const answer = await visitor(server).rest.rpc('request_new_link', { email });
  await server.sql(`update private.requested_mails set requested_at = requested_at - interval '5 seconds'`);
  await server.sql(`select public.queue_mails(), pg_notify('mails', '')`);
  await mailsSettled(server);
  return answer.data as unknown;
};
