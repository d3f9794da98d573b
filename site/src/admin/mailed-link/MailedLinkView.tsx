import { useState } from 'react';
import type { Session } from '@supabase/auth-js';
import { Button } from '../../ui/Button.tsx';
import type { LinkType, MailedLink } from '../auth-callback/auth-callback.ts';
import { goTo } from '../route/address.ts';
import { hrefOfPlace } from '../route/search.ts';
import { askToSignIn } from '../session/next.ts';
import { FreshLink } from './FreshLink.tsx';
import { useMailedLink } from './use-mailed-link.ts';
import { Field, useFocusOnMount } from '../../ui/form/Field.tsx';
import { CodeForm } from '../saving/CodeForm.tsx';
import type { Elements } from '../../ui/elements.ts';

interface Props {
  link: MailedLink;
  /** Called when the link was handled. Another person may be signed in now. */
  onDone: () => void;
}

/** The page of each kind of link. */
const pages = {
  recovery: {
    title: 'Set a new password',
    lead: 'This link signs you in once, to choose a new password.',
    submit: 'Continue',
  },
  invite: {
    title: 'Your invitation',
    lead: 'Accept it to enter and to choose a password.',
    submit: 'Accept the invitation',
  },
  email: { title: 'Your sign-in link', lead: 'This link signs you in once.', submit: 'Sign in' },
  email_change: {
    title: 'A new email address',
    lead: 'Confirm that your account should use another address.',
    submit: 'Confirm the change',
  },
};

/** Of a link that opens nothing. */
const dead = {
  title: 'This link does not work',
  lead: 'It was used already, it is older than an hour, or a newer one was sent. “Forgot your password?” in the login sends another.',
  submit: 'Go to the login',
};

/** Of an invitation's link that opens nothing. */
const deadInvitation = {
  title: dead.title,
  lead: 'It was used already, it is older than an hour, or a newer one was sent. If the invitation is still valid, we can send a new link to the invited address.',
  submit: dead.submit,
};

/** Of a link that was to confirm another address and opens nothing. */
const deadChange = {
  title: dead.title,
  lead: 'It was used already, it is older than an hour, or newer ones were sent. If the change is still waiting, “Send both emails again” in your account sends others.',
  submit: 'Go to your account',
};

/** Of the first of the two links that change an address. */
const halfway = {
  title: 'One address is confirmed',
  lead: 'Please open the link in the email to your other address too. Until then nothing changes.',
  submit: 'Continue',
};

const kindOf = (type: LinkType) => (type === 'signup' || type === 'magiclink' ? 'email' : type);

/** The page of a mailed link. Nothing is used until a button is pressed, and nothing of the admin area is shown. */
export default function MailedLinkView({ link, onDone }: Props) {
  const { step, isBusy, spend, goOn, stay } = useMailedLink(link.type, onDone);
  const kind = pages[kindOf(link.type)];
  if (step.name === 'asking')
    return (
      <Question {...step} onGoOn={() => void goOn(step.session)} onStay={() => void stay(step.session)} />
    );
  if (step.name === 'halfway')
    return (
      <Statement {...halfway}>
        <Button look="solid" onClick={onDone}>
          {halfway.submit}
        </Button>
      </Statement>
    );
  const isDead = step.name === 'dead';
  const isChange = link.type === 'email_change';
  const end = isChange ? deadChange : link.invitation ? deadInvitation : dead;
  const goToAccount = () => {
    goTo(hrefOfPlace('account'), 'replace');
    onDone();
  };
  return (
    <Statement {...(isDead ? end : kind)}>
      {isDead && link.invitation ? (
        <FreshLink invitation={link.invitation} />
      ) : isDead ? (
        <Button look="solid" onClick={isChange ? goToAccount : askToSignIn}>
          {end.submit}
        </Button>
      ) : (
        <Button
          look="solid"
          aria-disabled={isBusy || undefined}
          onClick={() => void spend({ tokenHash: link.tokenHash })}
        >
          {isBusy ? 'One moment…' : kind.submit}
        </Button>
      )}
      <CodeInstead isSending={isBusy} onSend={spend} />
    </Statement>
  );
}

function Statement({ title, lead, children }: { title: string; lead: string; children: Elements }) {
  return (
    <div className="stack gap-4 wrap-anywhere">
      <h1 className="text-xl">{title}</h1>
      <p className="text-ink-soft" aria-live="polite">
        {lead}
      </p>
      {children}
    </div>
  );
}

interface QuestionProps {
  /** The link is for the account that is signed in here. */
  isSame: boolean;
  here: string;
  session: Session;
  onGoOn: () => void;
  onStay: () => void;
}

/** Names both accounts. Staying is the default, because the link may be an attacker's. */
function Question({ isSame, here, session, onGoOn, onStay }: QuestionProps) {
  const stay = useFocusOnMount<HTMLButtonElement>();
  const who = session.user.email ?? '';
  return (
    <Statement
      title={isSame ? 'You are already signed in' : 'Change accounts?'}
      lead={
        isSame
          ? `The link is for the same account, ${who}. Continuing signs you in again.`
          : `You are signed in here as ${here}. The link is for another account: ${who}.`
      }
    >
      <Button look="solid" onClick={onStay} ref={stay}>
        {isSame ? 'Stay signed in as before' : `Stay signed in as ${here}`}
      </Button>
      <Button onClick={onGoOn}>{isSame ? 'Continue with the link' : `Sign in as ${who}`}</Button>
    </Statement>
  );
}

interface LinkCodeProps {
  isSending: boolean;
  /** Resolves with the error for the code, if there is one. */
  onSend: (proof: { email: string; code: string }) => Promise<string | null>;
}

/** Offers the code of the mail instead of its link. */
function CodeInstead(props: LinkCodeProps) {
  const [hasCode, setHasCode] = useState(false);
  if (hasCode) return <LinkCode {...props} />;
  return (
    <Button look="text" onClick={() => setHasCode(true)}>
      Enter the code from the email instead
    </Button>
  );
}

const NEEDED = 'Please enter your email address and the six digits from the email.';

/** Takes the code of the mail, for a link that does not come through whole. */
function LinkCode({ isSending, onSend }: LinkCodeProps) {
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
