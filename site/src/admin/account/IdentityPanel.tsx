import type { UserIdentity } from '@supabase/auth-js';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { showToast } from '../../ui/toast/show.ts';
import { Confirmed } from './password/Confirmed.tsx';
import { Panel, spellDate } from './parts/Panel.tsx';
import { useSave } from '../saving/use-save.ts';
import { providerName } from '../session/sign-in.ts';
import { useReadAnew, dataOf, accountKey } from './parts/read.ts';
import { auth } from '../../supabase/auth.ts';
import { answerOf, type Answer, failureToast } from '../session/answer.ts';
import styles from './parts/Account.module.css';

/** The accounts elsewhere, and the address, that open this one. @throws ReadError */
const readIdentities = async (): Promise<readonly UserIdentity[]> =>
  (await dataOf(auth().getUserIdentities())).identities;

/** From now on it opens this account no more. */
async function unlink(identity: UserIdentity): Promise<Answer> {
  const answer = await answerOf(auth().unlinkIdentity(identity));
  // The token still lists the provider. The next one does not.
  if (answer.ok) await auth().refreshSession();
  return answer;
}

const identitiesQuery = queryOptions({
  queryKey: [...accountKey, 'identities'],
  queryFn: readIdentities,
});

const ownNames = { email: 'Email', phone: 'Phone', web3: 'Wallet', sso: 'Your company' };

/** The linked accounts of other services, which can be removed. Hidden if there is only the e-mail address. */
export function IdentityPanel() {
  const { data: identities = [] } = useQuery(identitiesQuery);
  const readAnew = useReadAnew();
  const { save: remove } = useSave({
    send: unlink,
    done: (answer) =>
      showToast(
        answer.ok ? { title: 'Removed', text: 'It no longer opens this account.' } : failureToast(answer),
      ),
    settled: readAnew,
  });
  if (!identities.some(({ provider }) => provider !== 'email')) return null;

  const nameOf = ({ provider }: UserIdentity) =>
    providerName(provider.startsWith('sso:') ? 'sso' : provider, ownNames);

  return (
    <Panel title="Ways to sign in" lead="Accounts elsewhere that open this one.">
      <ul className="full">
        {identities.map((identity) => (
          <li key={identity.identity_id} className={`row wrap apart gap-3 ${styles['row']}`}>
            <span>
              {nameOf(identity)}
              <small>{String(identity.identity_data?.['email'] ?? '')}</small>
              <small>{`Added ${spellDate(identity.created_at ?? '')}`}</small>
            </span>
            {identities.length > 1 && (
              <Confirmed label="Remove" question="Really remove?" onConfirm={() => void remove(identity)} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
