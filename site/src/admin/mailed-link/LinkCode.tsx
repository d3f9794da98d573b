import { Field, useFocusOnMount } from '../../ui/form/Field.tsx';
import { CodeForm } from '../saving/CodeForm.tsx';

interface Props {
  isSending: boolean;
  /** Resolves with the error for the code, if there is one. */
  onSend: (proof: { email: string; code: string }) => Promise<string | null>;
}

const NEEDED = 'Please enter your email and the six digits from the mail.';

/** Takes the code of the mail, for a link that does not come through whole. */
export function LinkCode({ isSending, onSend }: Props) {
  const address = useFocusOnMount<HTMLInputElement>();
  const send = async (code: string) => {
    const email = (address.current?.value ?? '').replaceAll(/\s/g, '');
    return email ? onSend({ email, code }) : NEEDED;
  };
  return (
    <CodeForm
      className="stack gap-4 ruled"
      label="Six-digit code"
      submit="Use this code"
      needed={NEEDED}
      isFirst={false}
      isBusy={isSending}
      send={send}
    >
      <Field
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        ref={address}
      />
    </CodeForm>
  );
}
