import { useState } from 'react';
import type { Session } from '@supabase/auth-js';
import type { MailedLinkCopy } from '../../content/admin/mailed-link.ts';
import { Button } from '../../ui/Button.tsx';
import type { LinkType, MailedLink } from '../auth-callback/auth-callback.ts';
import { askToSignIn } from '../session/next.ts';
import { LinkCode } from './LinkCode.tsx';
import styles from './MailedLinkView.module.css';
import { useMailedLink } from './use-mailed-link.ts';

interface Props {
  copy: MailedLinkCopy;
  link: MailedLink;
  /** Called when the link was handled. Another person may be signed in now. */
  onDone: () => void;
}

const kindOf = (type: LinkType) => (type === 'signup' || type === 'magiclink' ? 'email' : type);

/** The page of a mailed link. Nothing is used until a button is pressed, and nothing of the admin area is shown. */
export default function MailedLinkView({ copy, link, onDone }: Props) {
  const { step, isBusy, spend, goOn, stay } = useMailedLink(copy, link.type, onDone);
  const [hasCode, setHasCode] = useState(false);
  const kind = copy.kinds[kindOf(link.type)];
  if (step.name === 'asking')
    return (
      <Question
        copy={copy.asking[step.isSame ? 'same' : 'other']}
        here={step.here}
        session={step.session}
        onGoOn={() => void goOn(step.session)}
        onStay={() => void stay(step.session)}
      />
    );
  if (step.name === 'halfway')
    return (
      <Said {...copy.halfway}>
        <Button look="solid" onClick={onDone}>
          {copy.halfway.submit}
        </Button>
      </Said>
    );
  const isDead = step.name === 'dead';
  return (
    <Said {...(isDead ? copy.dead : kind)}>
      {isDead ? (
        <Button look="solid" onClick={askToSignIn}>
          {copy.dead.submit}
        </Button>
      ) : (
        <Button
          look="solid"
          aria-disabled={isBusy || undefined}
          onClick={() => void spend({ tokenHash: link.tokenHash })}
        >
          {isBusy ? copy.submitting : kind.submit}
        </Button>
      )}
      {hasCode ? (
        <LinkCode copy={copy.code} isSending={isBusy} onSend={spend} />
      ) : (
        <Button look="text" onClick={() => setHasCode(true)}>
          {copy.code.way}
        </Button>
      )}
    </Said>
  );
}

function Said({ title, lead, children }: { title: string; lead: string; children: React.ReactNode }) {
  return (
    <div className={styles['step']}>
      <h1 className={styles['title']}>{title}</h1>
      <p className={styles['lead']} aria-live="polite">
        {lead}
      </p>
      {children}
    </div>
  );
}

interface QuestionProps {
  copy: MailedLinkCopy['asking']['same' | 'other'];
  here: string;
  session: Session;
  onGoOn: () => void;
  onStay: () => void;
}

/** Names both accounts. Staying is the default, because the link may be an attacker's. */
function Question({ copy, here, session, onGoOn, onStay }: QuestionProps) {
  const fill = (text: string) => text.replace('{here}', here).replace('{who}', session.user.email ?? '');
  return (
    <Said title={copy.title} lead={fill(copy.lead)}>
      <Button look="solid" onClick={onStay} ref={(button) => button?.focus()}>
        {fill(copy.stay)}
      </Button>
      <Button onClick={onGoOn}>{fill(copy.go)}</Button>
    </Said>
  );
}
