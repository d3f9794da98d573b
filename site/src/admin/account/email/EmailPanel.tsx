import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { flashToast } from '../../../ui/toast/flash.ts';
import { Panel, Unread } from '../parts/Panel.tsx';
import {
  type Address,
  ADDRESS_NEEDED,
  addressMistake,
  addressQuery,
  beginChange,
  followChange,
} from './change-address.ts';
import { Confirmations } from './Confirmations.tsx';
import { Field, useFocusOnMount } from '../../../ui/form/Field.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { SaveForm } from '../../saving/SaveForm.tsx';
import { useSave } from '../../saving/use-save.ts';
import { failureToast } from '../../session/answer.ts';
import styles from '../Account.module.css';
import { trimmed } from '@solostead/contract/visible';

/** Milliseconds between two looks whether a link that was opened elsewhere has changed the address. */
const LOOK_EVERY_MS = 5_000;

/**
 * The address changed here or by a link elsewhere. The page reloads, because all of it names the person by the
 * address.
 */
async function showChanged(address: string): Promise<void> {
  if (!(await followChange(address))) return;
  await flashToast({ title: 'Email address changed', text: `Your account uses ${address} from now on.` });
  location.reload();
}

/** The address of the account, and its change, which both addresses confirm. */
export function EmailPanel({ email }: { email: string }) {
  const client = useQueryClient();
  const {
    data: address,
    isError,
    refetch,
  } = useQuery({
    ...addressQuery,
    refetchInterval: ({ state }) => (state.data?.wanted ? LOOK_EVERY_MS : false),
  });
  const [isAsking, setAsking] = useState(false);
  const present = address?.present ?? email;
  const wait = (wanted: string) => {
    setAsking(false);
    client.setQueryData(addressQuery.queryKey, { present, wanted } satisfies Address);
  };
  const isStale = address !== undefined && !address.wanted && address.present !== email;
  useEffect(() => {
    if (isStale) void showChanged(present);
  }, [isStale, present]);

  return (
    <Panel title="Email address" lead="You sign in with it, and the lab sends your emails there.">
      <p className="wrap-anywhere">{present}</p>
      {isError && <Unread onRetry={() => void refetch()} />}
      {address?.wanted && !isAsking && (
        <Confirmations
          key={address.wanted}
          present={present}
          wanted={address.wanted}
          onChanged={() => void refetch()}
          onOther={() => setAsking(true)}
        />
      )}
      {isAsking && <NewAddress present={present} onBegun={wait} onCancel={() => setAsking(false)} />}
      {address && !address.wanted && !isAsking && (
        <Button onClick={() => setAsking(true)}>Change address</Button>
      )}
    </Panel>
  );
}

interface Props {
  present: string;
  /** Mails are on their way. */
  onBegun: (wanted: string) => void;
  onCancel: () => void;
}

/** Errors about the address itself appear at the field. */
const ofAddress = ['email_exists', 'email_address_invalid', 'validation_failed'];

/** Asks for another address. */
function NewAddress({ present, onBegun, onCancel }: Props) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [fault, setFault] = useState<string>();
  const { save, isSaving } = useSave({
    send: beginChange,
    done: (answer, wanted) => {
      if (answer.ok) onBegun(wanted.toLowerCase());
      else if (ofAddress.includes(answer.code ?? '')) setFault(answer.message ?? ADDRESS_NEEDED);
      else showToast(failureToast(answer));
    },
  });
  const submit = () => {
    const wanted = trimmed(field.current?.value ?? '');
    const mistake = addressMistake(wanted, present);
    setFault(mistake);
    if (!mistake) void save(wanted);
  };
  return (
    <SaveForm
      className={`stack gap-4 ${styles['form']}`}
      actionsClassName="cluster gap-3"
      label="Send the emails"
      look="solid"
      isSaving={isSaving}
      onSave={submit}
      noValidate
      actions={<Button onClick={onCancel}>Cancel</Button>}
    >
      <Field
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        label="New email address"
        hint="We send an email to both addresses. The change happens when both have confirmed it."
        error={fault}
        ref={field}
      />
    </SaveForm>
  );
}
