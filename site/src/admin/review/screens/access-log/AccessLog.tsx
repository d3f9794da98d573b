import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { call } from '../../kernel/data/call.ts';
import { TableHead } from '../../kernel/controls/TableHead.tsx';
import { Section } from '../../shared/section/Section.tsx';
import { Offline } from '../../kernel/states/Offline.tsx';
import { ErrorState, Skeleton } from '../../kernel/states/Placeholder.tsx';
import { LogExport } from './LogExport.tsx';
import { LogFilters } from './LogFilters.tsx';
import { logPage, type LogFilter, type LogEntry } from './log-shapes.ts';
import { formatMoment } from '../../kernel/format/time.tsx';
import { useView } from '../../../route/use-view.ts';
import { hrefOf } from '../../../route/search.ts';
import { phrase } from '../../kernel/words.ts';
import { describeAction, describeMore } from './describe-entry.ts';
import { inPlace } from '../../../route/ViewLinks.tsx';
import styles from './AccessLog.module.css';

/** The access log, the newest entries first, page by page, for owners. */
export default function AccessLog() {
  const [filter, setFilter] = useState<LogFilter>({});
  /** The last entry of each page before this one. */
  const [trail, setTrail] = useState<readonly number[]>([]);
  const before = trail.at(-1) ?? null;
  const page = useQuery({
    queryKey: ['access-log', filter, before],
    queryFn: () => call('review_access_log', { filter, before }, logPage),
    placeholderData: keepPreviousData,
  });
  const last = page.data?.rows.at(-1);
  return (
    <Section
      title="Access log"
      text="Who opened, exported and changed what. Entries cannot be changed, stay when an application is erased, and are deleted after the months that the lab’s terms set."
    >
      <LogFilters
        filter={filter}
        onChange={(part) => {
          setFilter({ ...filter, ...part });
          setTrail([]);
        }}
      />
      {page.isPending && <Skeleton lines={8} />}
      {page.isError && !page.data && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {page.data && <LogTable entries={page.data.rows} />}
      <nav className={`cluster gap-3 ${styles['pager']}`} aria-label="Pages of the log">
        {trail.length > 1 && <Button onClick={() => setTrail([])}>Newest</Button>}
        {trail.length > 0 && <Button onClick={() => setTrail(trail.slice(0, -1))}>Newer</Button>}
        {page.data?.more && last && (
          <Button
            // `disabled` would take the focus from it.
            aria-disabled={page.isPlaceholderData || undefined}
            onClick={() => !page.isPlaceholderData && setTrail([...trail, last.id])}
          >
            Older
          </Button>
        )}
      </nav>
      <LogExport filter={filter} />
      <Offline at={page.data ? page.dataUpdatedAt : 0} error={page.error} />
    </Section>
  );
}

function LogTable({ entries }: { entries: readonly LogEntry[] }) {
  if (entries.length === 0) return <p role="status">No entries.</p>;
  return (
    <table className={`table ${styles['log']}`}>
      <TableHead columns={['When', 'Who', 'What', 'Application']} />
      <tbody className="wrap-anywhere">
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <time dateTime={entry.at} className="whitespace-nowrap">
                {formatMoment(entry.at)}
              </time>
            </td>
            <td>{entry.actor_email ?? 'No account'}</td>
            <td>
              <span>{describeAction(entry)}</span>
              {describeMore(entry).map((part) => (
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
function Application({ entry: { application_id: id, name, exists } }: { entry: LogEntry }) {
  const { view, go } = useView();
  if (id === null) return null;
  const short = id.slice(0, 8);
  if (!exists) return <span title={id}>{phrase`${short}, erased or about to be`}</span>;
  return (
    <a href={hrefOf({ ...view, open: id })} onClick={inPlace(() => go({ open: id }))}>
      <bdi>{name ?? short}</bdi>
    </a>
  );
}
