import type { Content } from '../../content/read/read-content.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Wordmark } from '../../ui/Wordmark.tsx';
import styles from './Header.module.css';

type Props = Content<'navigation'> & {
  name: string;
  /** The landing page has the sections and the dialogs. Other pages lead there. */
  isElsewhere?: boolean;
};

/**
 * Anchors, the case study and the three dialogs. On phones everything but Join Us folds into a popover that works
 * without script. On wider screens the same element is in the row.
 */
export function Header({ name, menu, close, links, join, login, deck, isElsewhere = false }: Props) {
  return (
    <header className={styles['header']}>
      <div className={`page-width ${styles['row']}`}>
        <Wordmark name={name} />
        <div id="menu" popover="auto" className={styles['menu']}>
          <nav aria-label="Main">
            <ul className={styles['links']}>
              {links.map(({ label, href }) => (
                <li key={href}>
                  <a href={isElsewhere && href.startsWith('#') ? `/${href}` : href}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
          {isElsewhere ? (
            <div className={styles['dialogs']}>
              <ButtonLink href="/?deck">{deck}</ButtonLink>
            </div>
          ) : (
            <div className={styles['dialogs']}>
              <Button look="text" commandfor="login-dialog" command="show-modal">
                {login}
              </Button>
              <Button commandfor="deck-dialog" command="show-modal">
                {deck}
              </Button>
            </div>
          )}
        </div>
        {isElsewhere ? (
          <ButtonLink look="solid" className={styles['join']} href="/?join">
            {join}
          </ButtonLink>
        ) : (
          <Button look="solid" className={styles['join']} commandfor="join-dialog" command="show-modal">
            {join}
          </Button>
        )}
        <button type="button" className={styles['toggle']} popoverTarget="menu">
          <span className={styles['closed']}>{menu}</span>
          <span className={styles['open']}>{close}</span>
        </button>
      </div>
    </header>
  );
}
