import { useLayoutEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { hrefOf } from '../../../route/search.ts';
import { useView } from '../../../route/use-view.ts';
import { inPlace } from '../../../route/ViewLinks.tsx';
import { useLastLoaded } from '../../kernel/data/connection.ts';
import { listQuery } from '../../kernel/data/queries.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { openByPress } from '../../shared/rows/open-by-press.ts';
import { When } from '../../kernel/format/time.tsx';
import { Offline } from '../../kernel/states/Offline.tsx';
import { Empty } from '../../kernel/states/Placeholder.tsx';
import { Loaded } from '../../kernel/states/Loaded.tsx';
import { StatusMark } from '../../kernel/status/StatusMark.tsx';
import { NotifyActions } from '../../moves/mail/NotifyActions.tsx';
import styles from './Notify.module.css';

/** The applicants who were decided on and do not know it, the longest first. */
export default function Notify() {
  const { view, go } = useView();
  const page = useQuery(listQuery({ promise: 'to_notify' }, 'changed', false, view.after));
  const { at, isOther } = useLastLoaded(page);
  const rows = page.data?.rows ?? [];
  const last = rows.at(-1);
  return (
    <section className={`stack content-start gap-4 min-w-0 ${styles['notify']}`} aria-labelledby="to-notify">
      <h3 id="to-notify" className="text-xl">
        People who still need to hear from us
      </h3>
      <Loaded query={page} lines={8}>
        {() => <People rows={rows} />}
      </Loaded>
      {(view.after || page.data?.more) && (
        <nav className="cluster gap-3" aria-label="Pages of the list">
          {view.after && <Button onClick={() => go({ after: null })}>First page</Button>}
          {page.data?.more && last && <Button onClick={() => go({ after: last.cursor })}>Next</Button>}
        </nav>
      )}
      <Offline at={at} isOther={isOther} error={page.error} />
    </section>
  );
}

/** Keeps the focus in the list when the row that has it goes. */
function useFocusInRows(rows: readonly Row[]) {
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<number | null>(null);
  useLayoutEffect(() => {
    const noteFocus = ({ target }: FocusEvent) => {
      const item = (target as Element).closest('li');
      place.current = item && [...item.parentElement!.children].indexOf(item);
    };
    const element = list.current!;
    element.addEventListener('focusin', noteFocus);
    return () => element.removeEventListener('focusin', noteFocus);
  }, []);
  useLayoutEffect(() => {
    if (place.current === null || document.activeElement !== document.body) return;
    const next = rows[Math.min(place.current, rows.length - 1)];
    list
      .current!.querySelector<HTMLElement>(next ? `li:nth-child(${rows.indexOf(next) + 1}) a` : 'p')
      ?.focus();
  }, [rows]);
  return list;
}

function People({ rows }: { rows: readonly Row[] }) {
  const { view, go } = useView();
  const list = useFocusInRows(rows);
  return (
    <div ref={list}>
      {rows.length === 0 && (
        <Empty
          title="Everyone has heard from us"
          titleRef={() => {}}
          text="Everyone who was invited, accepted or declined got the email, or heard it from one of you."
        />
      )}
      <ul className={`stack plain ${styles['people']}`}>
        {rows.map((row) => (
          // Keys use the link of the name.
          <li
            key={row.id}
            {...openByPress(hrefOf({ ...view, open: row.id }), () => go({ open: row.id }))}
            className={`row flex-wrap items-baseline gap-x-4 gap-y-1 ${styles['person']}`}
            aria-current={row.id === view.open ? 'true' : undefined}
          >
            <Person row={row} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Person({ row }: { row: Row }) {
  const { view, go } = useView();
  return (
    <>
      <a
        href={hrefOf({ ...view, open: row.id })}
        dir="auto"
        className={`font-semibold plain wrap-anywhere ${styles['name']}`}
        onClick={inPlace(() => go({ open: row.id }))}
      >
        {row.name}
      </a>
      <span className={`row items-baseline gap-2 text-sm ${styles['since']}`}>
        <StatusMark status={row.status} />
        <When at={row.status_changed_at} />
      </span>
      <span className={`row flex-wrap items-baseline gap-x-4 gap-y-1 text-sm ${styles['actions']}`}>
        <NotifyActions row={row} />
      </span>
    </>
  );
}
