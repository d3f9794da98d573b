import { sayMoment } from '../../kernel/format/time.tsx';
import { useView } from '../../../route/use-view.ts';
import { hrefOf } from '../../../route/search.ts';
import { fill } from '../../kernel/words.ts';
import type { LogEntry } from './log-shapes.ts';
import { sayDeed, sayMore } from './say-entry.ts';
import { inPlace } from '../../../route/ViewLinks.tsx';
import styles from './AccessLog.module.css';

/** A page of entries, shown as cards on a phone. */
export function LogTable({ entries }: { entries: readonly LogEntry[] }) {
  if (entries.length === 0) return <p role="status">No entries.</p>;
  return (
    <table className={`table ${styles['log']}`}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Application</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <time dateTime={entry.at}>{sayMoment(entry.at)}</time>
            </td>
            <td>{entry.actor_email ?? 'No account'}</td>
            <td>
              {sayDeed(entry)}
              {sayMore(entry).map((part) => (
                <small key={part}>{part}</small>
              ))}
            </td>
            <td>
              <Application entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The entry's application, as a link while it exists. */
function Application({ entry: { application_id: id, name, is_there: isThere } }: { entry: LogEntry }) {
  const { view, go } = useView();
  if (id === null) return null;
  const short = id.slice(0, 8);
  if (!isThere) return <span title={id}>{fill('{id}, erased', { id: short })}</span>;
  return (
    <a href={hrefOf({ ...view, open: id })} onClick={inPlace(() => go({ open: id }))}>
      <bdi>{name ?? short}</bdi>
    </a>
  );
}
