import { useState, type SubmitEvent } from 'react';
import type { MailedLinkCopy } from '../../content/admin/mailed-link.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { useFocusOnMount } from '../../ui/form/use-focus-on-mount.ts';
import styles from './MailedLinkView.module.css';

interface Props {
  copy: MailedLinkCopy['code'];
  isSending: boolean;
  /** Resolves with what is wrong with the code, if anything is. */
  onSend: (proof: { email: string; code: string }) => Promise<string | null>;
}

/** Takes the code of the mail, for a link that does not come through whole. */
export function CodeForm({ copy, isSending, onSend }: Props) {
  const [error, setError] = useState<string>();
  const first = useFocusOnMount<HTMLInputElement>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const read = (name: string) => String(values.get(name) ?? '').replaceAll(/\s/g, '');
    const [email, code] = [read('email'), read('code')];
    if (!email || !code) return setError(copy.needed);
    setError(undefined);
    setError((await onSend({ email, code })) ?? undefined);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        name="email"
        label={copy.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        ref={first}
      />
      <Field name="code" label={copy.label} inputMode="numeric" autoComplete="one-time-code" error={error} />
      <Button type="submit" aria-disabled={isSending || undefined}>
        {copy.submit}
      </Button>
    </form>
  );
}
