import { visitor } from '../../harness/applicant.ts';
import type { TestServer } from '../../harness/fixtures.ts';
import { makeApplication, type Member } from '../../harness/member.ts';

export interface Desk {
  readonly server: TestServer;
  readonly owner: Member;
  readonly reviewer: Member;
  readonly id: string;
  readonly note: { readonly id: string };
  /** Calls a procedure of the applicant's page. */
  readonly own: (procedure: string, parameters?: object) => Promise<unknown>;
  readonly visit: (procedure: string, parameters: object) => Promise<unknown>;
}

export interface Action {
  /** The kinds of its entries, the action itself and what follows from it. Empty where something else is the record. */
  readonly kinds: string;
  /** Leads to where it is possible, and returns what it needs. */
  readonly lead?: (desk: Desk) => Promise<unknown>;
  readonly act: (desk: Desk, prepared: string) => Promise<unknown>;
}

export const mail = { subject: 'The heron subject', body: 'The heron body' };

/** An application with a note, and its applicant and two members. */
export async function openDesk(server: TestServer, owner: Member, reviewer: Member): Promise<Desk> {
  const id = await makeApplication(server, `heron-${crypto.randomUUID()}`, {
    name: 'Sample Heron',
    email_confirmed_at: new Date(),
  });
  const link_secret = await server.value<string>`select private.make_link(${id}, gen_random_uuid())`;
  await server.sql('select private.set_intake(false)');
  await server.sql('delete from private.webhooks');
  const visit = async (procedure: string, parameters: object) => {
    const { data, error } = await visitor(server).rest.rpc(procedure, parameters);
    if (error) throw new Error(error.message);
    return data as unknown;
  };
  return {
    ...{ server, owner, reviewer, id, visit },
    note: await reviewer.addNote(id, 'A note of the heron'),
    own: (procedure, parameters) => visit(`my_application_${procedure}`, { link_secret, ...parameters }),
  };
}
