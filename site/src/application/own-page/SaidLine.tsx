import type { Said } from './words.ts';
import styles from './MyApplication.module.css';

/** The result of a press, next to its button, in the colour of an error if it was refused. */
export function SaidLine({ said }: { said: Said }) {
  return (
    <p className={styles['said']} role="status" data-refusal={said.isRefusal || undefined}>
      {said.text}
    </p>
  );
}
