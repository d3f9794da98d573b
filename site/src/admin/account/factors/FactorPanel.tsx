import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import type { Toast } from '../../../ui/toast/toast.ts';
import type { FactorKinds } from '../../../supabase/auth-settings.ts';
import { knowsKeys } from '../../second-factor/prove-key.ts';
import { useLeft } from '../../second-factor/use-left.ts';
import { failureToast } from '../../session/answer.ts';
import { AddApp, AddKey } from './AddFactor.tsx';
import { Entry, Panel, Unread, spellDate } from '../parts/Panel.tsx';
import { removeFactor, factorKindsQuery, factorsQuery, factorNames } from './factors.ts';
import { useReload } from '../parts/read.ts';

interface Props {
  /** The account has its first second factor. */
  onFirst: () => void;
  /** The last one is removed, and the recovery codes with it. */
  onLast: () => void;
}

const LEAD = 'Signing in asks for one of these. With two, you can still sign in when you lose one.';
const NONE = 'None. With one, a password or a passkey alone is no longer enough to sign in.';

const removed = { title: 'Removed', text: 'Signing in no longer asks for it.' };

/** The account's second factors with add and remove. */
export function FactorPanel({ onFirst, onLast }: Props) {
  const { data: factors, isError, refetch } = useQuery(factorsQuery);
  const { data: kinds } = useQuery(factorKindsQuery);
  const client = useQueryClient();
  const reload = useReload();
  const left = useLeft();
  const remove = async (id: string) => {
    const answer = await removeFactor(id);
    showToast(answer.ok ? removed : failureToast(answer));
    await reload();
    if (client.getQueryData(factorsQuery.queryKey)?.length === 0) onLast();
  };
  const added = () => {
    // Recovery codes are shown once, so none are made after the page was left.
    if (factors?.length === 0 && !left.aborted) onFirst();
    void reload();
  };
  return (
    <Panel title="Second factor" lead={factors && (factors.length === 0 ? NONE : LEAD)}>
      {isError && <Unread onRetry={() => void refetch()} />}
      {factors && factors.length > 0 && (
        <ul className="w-full">
          {factors.map(({ id, kind, name, createdAt }) => (
            <Entry
              key={id}
              name={name || factorNames[kind]}
              details={[`${factorNames[kind]}, added ${spellDate(createdAt)}`]}
              onRemove={() => void remove(id)}
            />
          ))}
        </ul>
      )}
      <Adding taken={factors?.map(({ name }) => name) ?? []} kinds={kinds} onAdded={added} />
    </Panel>
  );
}

interface AddingProps {
  /** The names of the existing factors. */
  taken: readonly string[];
  kinds: FactorKinds | undefined;
  onAdded: () => void;
}

/** The buttons that add a factor, and in their place the form of a pressed one. */
function Adding({ taken, kinds, onAdded }: AddingProps) {
  const [adding, setAdding] = useState<'app' | 'key' | null>(null);
  const added = (toast: Toast) => () => {
    setAdding(null);
    showToast(toast);
    onAdded();
  };
  const start = { taken, onCancel: () => setAdding(null) };
  if (adding === 'app')
    return (
      <AddApp
        {...start}
        onAdded={added({ title: 'App added', text: 'Signing in asks for its code from now on.' })}
      />
    );
  if (adding === 'key')
    return (
      <AddKey
        {...start}
        onAdded={added({ title: 'Security key added', text: 'Signing in asks for it from now on.' })}
      />
    );
  if (!kinds) return null;
  return (
    <div className="cluster gap-3">
      {kinds.totp.enroll && <Button onClick={() => setAdding('app')}>Add an authenticator app</Button>}
      {kinds.webauthn.enroll && knowsKeys() && (
        <Button onClick={() => setAdding('key')}>Add a security key</Button>
      )}
    </div>
  );
}
