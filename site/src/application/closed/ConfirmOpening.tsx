import type { OpeningCopy } from '../../content/closed.ts';
import styles from '../confirm/ConfirmEmail.module.css';
import { Onward } from '../Onward.tsx';
import { useLinkAnswer } from '../confirm/use-link-answer.ts';
import { confirmOpening } from './intake.ts';

const asking = {
  parameter: 'request',
  ask: (secret: string | null) => confirmOpening(secret ?? ''),
  isFinal: (answer: string) => answer !== 'failed',
};

/** Confirms the address of the page's link, first loading, then the result. */
export function ConfirmOpening({ copy }: { copy: OpeningCopy }) {
  const [answer, again] = useLinkAnswer(asking);
  const { title, text } = answer ? copy.outcomes[answer] : { title: copy.title, text: copy.loading };
  return (
    <div className={styles['card']} data-outcome={answer === 'unknown' ? 'refused' : (answer ?? 'loading')}>
      <div aria-live="polite" aria-busy={!answer}>
        <h1 className={styles['title']}>{title}</h1>
        <p className={answer ? undefined : styles['soft']}>{text}</p>
      </div>
      {answer && <Onward copy={copy} className={styles['actions']} onAgain={answer === 'failed' && again} />}
    </div>
  );
}
