import { useView } from '../../../route/use-view.ts';
import { ViewLink } from '../../../route/ViewLinks.tsx';
import { type Amount, formatAmount, useTotal } from '../../kernel/data/use-counts.ts';
import { formatCount } from '../../kernel/format/number.ts';
import { phrase } from '../../kernel/words.ts';
import { whereTo, type Tab } from './use-tabs.ts';
import styles from './ViewTabs.module.css';

/** The link to a view, with the number of its applications if it is a built-in one. */
export function TabLink({ tab, isCurrent }: { tab: Tab; isCurrent: boolean }) {
  const { view } = useView();
  const isCounted = !tab.saved && tab.arrangement !== 'board';
  const { total } = useTotal(tab.view.filter, isCounted);
  return (
    <ViewLink
      to={whereTo(tab, view)}
      isCurrent={isCurrent}
      className={`row gap-2 h-full whitespace-nowrap ${styles['tab']}`}
    >
      <span dir="auto" className={`text-ellipsis relative ${styles['label']}`} data-label={tab.label}>
        {tab.label}
      </span>
      {tab.saved?.shared && <span className="visually-hidden">shared</span>}
      {isCounted && (
        <span className={`relative tabular-nums text-ink-soft ${styles['count']}`}>
          {total && <Figure amount={total} />}
        </span>
      )}
    </ViewLink>
  );
}

/** '1,000', or '10,000+', which is read out as 'over 10,000'. */
function Figure({ amount }: { amount: Amount }) {
  const text = formatAmount(amount);
  if (!amount.isOver) return <span>{text}</span>;
  return (
    <>
      <span aria-hidden="true">{phrase`${formatCount(amount.count)}+`}</span>
      <span className="visually-hidden">{text}</span>
    </>
  );
}
