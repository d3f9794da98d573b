import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import type { Elements } from '../../ui/elements.ts';
import styles from './LinkAnswer.module.css';

interface Props {
  copy: { again: string; home: string };
  /** The kind of the answer, null while it loads. */
  outcome: string | null;
  title: string;
  /** The paragraphs of the answer. */
  children: Elements;
  /** The content below, such as a form. */
  next?: Elements;
  /** Asks once more, after a failure. */
  onAgain: (() => void) | false;
}

/** The answer about a mailed link, first loading, and the ways on from it. */
export function LinkAnswer({ copy, outcome, title, children, next, onAgain }: Props) {
  return (
    <div className={styles['card']} data-outcome={outcome ?? 'loading'}>
      <div className={styles['words']} aria-live="polite" aria-busy={!outcome}>
        <h1>{title}</h1>
        {children}
      </div>
      {next}
      {outcome && <Onward copy={copy} onAgain={onAgain} />}
    </div>
  );
}

/** The buttons below an answer. */
export function Onward({ copy, onAgain }: Pick<Props, 'copy' | 'onAgain'>) {
  return (
    <p className={styles['actions']}>
      {onAgain && (
        <Button look="solid" onClick={onAgain}>
          {copy.again}
        </Button>
      )}
      <ButtonLink href="/">{copy.home}</ButtonLink>
    </p>
  );
}
