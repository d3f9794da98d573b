import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { TableHead } from '../../../kernel/controls/TableHead.tsx';
import { call } from '../../../kernel/data/call.ts';
import { access } from '../../../kernel/data/shapes/people.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { beside, maybe } from '../../../kernel/data/shapes/row.ts';
import { When } from '../../../kernel/format/time.tsx';
import { LoadError } from '../../../kernel/states/Placeholder.tsx';
import { MemberName } from '../../../kernel/people/MemberName.tsx';
import { useRefreshPeople } from '../../../kernel/people/use-people.ts';
import { accessNames, phrase } from '../../../kernel/words.ts';
import { invite } from './invite.ts';
import styles from './People.module.css';

const invitation = z.object({
  id: z.string(),
  email: beside,
  name: maybe,
  access,
  invited_by: z.string(),
  invited_at: z.string(),
  expires_at: z.string(),
});

type Invitation = z.output<typeof invitation>;

const invitations = z.array(invitation);

/** Within the people, so that a change of them reloads both. */
const invitationsQuery = queryOptions({
  queryKey: ['people', 'invitations'],
  queryFn: () => call('review_invitations', {}, invitations),
});

/** The invitations that were not accepted yet, for owners. Nothing is shown without one. */
export function Invitations() {
  const { data = [] } = useQuery(invitationsQuery);
  if (data.length === 0) return <LoadError what="The invitations" of={invitationsQuery} />;
  return (
    <section className="stack gap-3" aria-label="Invitations">
      <h3 className="text-lg">Invitations</h3>
      <div className={`relative ${styles['scroll']}`}>
        <table className={`table ${styles['table']} ${styles['invitations']}`}>
          <TableHead columns={['Invited', 'Access', 'By', 'Ends']} hidden="Actions" />
          <tbody>
            {data.map((each) => (
              <InvitationRow key={each.id} invitation={each} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Mails an invitation again, or revokes it. */
function useInvitation({ id, email, name, access: offered }: Invitation) {
  const client = useQueryClient();
  const settled = useRefreshPeople();
  const { save: resend } = useReviewSave({
    send: () => invite(email, offered, name ?? ''),
    done: () => showToast({ title: phrase`Invitation sent to ${email}` }),
    settled,
  });
  const { save: revoke } = useReviewSave({
    send: () => call('review_invitation_revoke', { invitation_id: id }, invitations),
    done: (rest) => {
      client.setQueryData(invitationsQuery.queryKey, rest);
      showToast({ title: phrase`The invitation of ${email} was revoked` });
    },
    settled,
  });
  return { resend, revoke };
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { email, name } = invitation;
  const { resend, revoke } = useInvitation(invitation);
  return (
    <tr>
      <th scope="row">
        <span>{name ?? email}</span>
        {name && <small>{email}</small>}
      </th>
      <td data-label="Access">{accessNames[invitation.access]}</td>
      <td data-label="By">
        <MemberName id={invitation.invited_by} />
      </td>
      <td data-label="Ends">
        <When at={invitation.expires_at} />
      </td>
      <td>
        <span className="row gap-3">
          <Button
            look="text"
            aria-label={phrase`Resend the invitation of ${email}`}
            onClick={() => void resend()}
          >
            Resend
          </Button>
          <Button
            look="text"
            aria-label={phrase`Revoke the invitation of ${email}`}
            onClick={() => void revoke()}
          >
            Revoke
          </Button>
        </span>
      </td>
    </tr>
  );
}
