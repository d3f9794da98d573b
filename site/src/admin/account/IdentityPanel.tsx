import type { UserIdentity } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import type { AccountCopy } from '../../content/admin/account.ts';
import { showToast } from '../../ui/toast/show.ts';
import { Confirmed } from './password/Confirmed.tsx';
import { Panel, spellDate } from './parts/Panel.tsx';
import { unlink, identitiesQuery } from './identities.ts';
import { useSave } from '../saving/use-save.ts';
import { providerName } from '../session/sign-in.ts';
import { useReadAnew } from './parts/read.ts';
import styles from './parts/Account.module.css';

/** The linked accounts of other services, which can be removed. Hidden if there is only the e-mail address. */
export function IdentityPanel({ copy }: { copy: AccountCopy['identities'] }) {
  const { data: identities = [] } = useQuery(identitiesQuery);
  const readAnew = useReadAnew();
  const { failed, unlinked } = copy.toasts;
  const { save: remove } = useSave({
    send: unlink,
    done: (answer) => showToast(answer.ok ? unlinked : { ...failed, text: answer.message ?? failed.text }),
    settled: readAnew,
  });
  if (!identities.some(({ provider }) => provider !== 'email')) return null;

  const nameOf = ({ provider }: UserIdentity) =>
    providerName(provider.startsWith('sso:') ? 'sso' : provider, copy.own);

  return (
    <Panel title={copy.title} lead={copy.lead}>
      <ul className={styles['rows']}>
        {identities.map((identity) => (
          <li key={identity.identity_id} className={styles['row']}>
            <span>
              {nameOf(identity)}
              <small>{String(identity.identity_data?.['email'] ?? '')}</small>
              <small>{copy.since.replace('{date}', spellDate(identity.created_at ?? ''))}</small>
            </span>
            {identities.length > 1 && (
              <Confirmed
                label={copy.unlink}
                question={copy.unlinkQuestion}
                onConfirm={() => void remove(identity)}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
