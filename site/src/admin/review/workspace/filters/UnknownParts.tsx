import { phrase } from '../../kernel/words.ts';
import styles from './Filters.module.css';

/** Names the parts of the address that were ignored. */
export function UnknownParts({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className={`text-sm ${styles['unknown']}`} role="status">
      {phrase`Unknown parts of this address were ignored: ${names.join(', ')}.`}
    </p>
  );
}
