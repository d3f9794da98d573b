import type { MailedLinkCopy } from '../../content/admin/mailed-link.ts';
import { Field, useFocusOnMount } from '../../ui/form/Field.tsx';
import { CodeForm } from '../saving/CodeForm.tsx';
import styles from './MailedLinkView.module.css';

interface Props {
  copy: MailedLinkCopy['code'];
  isSending: boolean;
  /** Resolves with the error for the code, if there is one. */
  onSend: (proof: { email: string; code: string }) => Promise<string | null>;
}

/** Takes the code of the mail, for a link that does not come through whole. */
export function LinkCode({ copy, isSending, onSend }: Props) {
  const address = useFocusOnMount<HTMLInputElement>();
  const send = async (code: string) => {
    const email = (address.current?.value ?? '').replaceAll(/\s/g, '');
    return email ? onSend({ email, code }) : copy.needed;
  };
  return (
    <CodeForm
      className={styles['form']}
      label={copy.label}
      submit={copy.submit}
      needed={copy.needed}
      isFirst={false}
      isBusy={isSending}
      send={send}
    >
      <Field
        name="email"
        label={copy.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        ref={address}
      />
    </CodeForm>
  );
}
