import { Button } from '../../../ui/Button.tsx';
import { asReviewError } from '../data/review-error.ts';
import { useWords } from '../words.tsx';
import styles from './Trouble.module.css';

/** Something could not be loaded: what it was, and the way on. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useWords();
  const { trouble, message } = asReviewError(error);
  const { title, text } = words.troubles[trouble];
  return (
    <div className={styles['trouble']} role="alert">
      <p className={styles['title']}>{title}</p>
      <p>{trouble === 'refused' ? message : text}</p>
      <Button onClick={onRetry}>{words.retry}</Button>
    </div>
  );
}
