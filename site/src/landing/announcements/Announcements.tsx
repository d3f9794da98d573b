import type { Turning } from './announcements.ts';
import styles from './Announcements.module.css';

/**
 * The banner above the hero. The first message is in the HTML, the others in an attribute for announcements.ts. The
 * text is alone in its element, so that it can be read without the button.
 */
export function Announcements(props: Turning) {
  return (
    <section
      className={`page-width ${styles['banner']}`}
      aria-label="Announcements"
      data-announcements={JSON.stringify(props)}
    >
      <p className={styles['message']}>
        <a href={props.messages[0]!.href} data-banner>
          {props.messages[0]!.text}
        </a>
      </p>
      <button type="button" className={styles['toggle']} aria-pressed="false" hidden>
        <span className="visually-hidden">Pause announcements</span>
        <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
          <path className={styles['pause']} d="M5.5 3v10M10.5 3v10" />
          <path className={styles['play']} d="M5 3l8 5-8 5z" />
        </svg>
      </button>
    </section>
  );
}
