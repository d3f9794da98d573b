import { unbroken } from '#ui/unbroken.ts';
import { useConnectionLost } from '../data/connection.ts';
import { asReviewError, isPassing } from '../data/review-error.ts';
import styles from './Offline.module.css';

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** '21:38', with the day where it was another one. */
function formatAt(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? timeFormat.format(at) : unbroken(`${dayFormat.format(at)}, ${timeFormat.format(at)}`);
}

interface Props {
  /** The load time of the shown data in milliseconds, 0 without data. */
  at: number;
  /** True if other data than the requested is shown. */
  isOther?: boolean;
  /** The error of the query whose data is shown. */
  error?: Error | null;
  /** True if it hangs below a bar at the top. Otherwise it sticks to the bottom of the window. */
  isBelowBar?: boolean;
}

/** Reports a lost connection or a busy server, with the load time of the shown data. */
export function Offline({ at, isOther = false, error = null, isBelowBar = false }: Props) {
  // Without a loss, other requests get answers.
  const isBusy = at > 0 && error !== null && isPassing(asReviewError(error));
  const lost = useConnectionLost() ?? (isBusy && 'busy');
  const why = lost === 'busy' ? 'The server is busy.' : 'No connection.';
  const shown =
    at === 0
      ? 'This is loaded as soon as it is back.'
      : `Showing what was loaded at ${formatAt(at)}${isOther ? ', not what you asked for since' : ''}.`;
  return (
    <div role="status" className={styles[isBelowBar ? 'belowBar' : 'foot']}>
      {lost && (
        <p className={`text-ink ${styles['bar']}`} data-offline="">
          {`${why} ${shown}`}
        </p>
      )}
    </div>
  );
}
