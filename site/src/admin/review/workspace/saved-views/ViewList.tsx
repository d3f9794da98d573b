import { useState } from 'react';
import { trimmed } from '@solostead/contract/visible';
import { useView } from '../../../route/use-view.ts';
import { folded } from '../../kernel/folded.ts';
import { TabLink } from './TabLink.tsx';
import { whereTo, type Tab } from './use-tabs.ts';
import styles from './ViewTabs.module.css';

/** The number of views from which on the menu has a field to search them. */
const MANY = 8;

interface Props {
  rest: readonly Tab[];
  current: Tab | undefined;
  close: () => void;
}

/** The views in the menu, with a field to search many. */
export default function ViewList({ rest, current, close }: Props) {
  const { view, go } = useView();
  const [text, setText] = useState('');
  const shown = rest.filter(({ label }) => folded(label).includes(folded(trimmed(text))));
  return (
    <>
      {rest.length >= MANY && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (shown[0]) go(whereTo(shown[0], view));
            close();
          }}
        >
          <input
            type="search"
            className={`framed w-full text-sm ${styles['search']}`}
            aria-label="Search views"
            placeholder="Search views"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </form>
      )}
      <ul className={styles['menu']}>
        {shown.map((tab) => (
          <li key={tab.key} onClickCapture={() => setTimeout(close)}>
            <TabLink tab={tab} isCurrent={tab === current} />
          </li>
        ))}
      </ul>
    </>
  );
}
