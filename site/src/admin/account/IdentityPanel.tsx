import type { UserIdentity } from '@supabase/auth-js';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { Entry, Panel, spellDate, Unread } from './parts/Panel.tsx';
import { providerName } from '../session/provider-name.ts';
import { useAccountSave, dataOf, accountKey } from './parts/read.ts';
import { auth } from '../../supabase/auth.ts';
import { renewSession } from '../../supabase/session.ts';
import { answerOf } from '../session/answer-of.ts';
import type { Answer } from '../session/answer.ts';

/** From now on it opens this account no more. */
async function unlink(identity: UserIdentity): Promise<Answer> {
  const answer = await answerOf(auth().unlinkIdentity(identity));
  // The token still lists the provider. The next one does not.
  if (answer.ok) await renewSession();
  return answer;
}

/** The accounts elsewhere, and the address, that open this one. */
const identitiesQuery = queryOptions({
  queryKey: [...accountKey, 'identities'],
  queryFn: async () => (await dataOf(auth().getUserIdentities())).identities,
});

/** The linked accounts of other services, which can be removed. Hidden if there is only the e-mail address. */
export function IdentityPanel() {
  const { data: identities = [], isError, refetch } = useQuery(identitiesQuery);
  const remove = useAccountSave(unlink, { title: 'Removed', text: 'You can no longer sign in with it.' });
  if (!isError && !identities.some(({ provider }) => provider !== 'email')) return null;

  return (
    <Panel title="Sign-in methods" lead="Accounts elsewhere that you can sign in with.">
      {isError && <Unread onRetry={() => void refetch()} />}
      <ul className="w-full">
        {identities.map((identity) => (
          <Entry
            key={identity.identity_id}
            name={providerName(identity.provider)}
            details={[
              String(identity.identity_data?.['email'] ?? ''),
              `Added ${spellDate(identity.created_at ?? '')}`,
            ]}
            onRemove={identities.length > 1 && (() => void remove(identity))}
          />
        ))}
      </ul>
    </Panel>
  );
}
