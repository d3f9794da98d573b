import type { Content } from '../content/read/read-content.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Band } from './Band.tsx';
import styles from './Investment.module.css';

type Props = Content<'landing'>['investment'] & { profileHref: string };

/** Announces that the seed round is closed and that SAFE interest goes through the CEO. */
export function Investment({ title, status, text, profile, profileHref, questions }: Props) {
  return (
    <Band id="investment" title={title} look="soft">
      <p className={styles['status']}>{status}</p>
      <p className={styles['text']}>{text}</p>
      <p className={`cluster ${styles['ways']}`}>
        <ButtonLink href={profileHref} rel="noopener">
          {profile}
        </ButtonLink>
        <a href="#questions-investors">{questions}</a>
      </p>
    </Band>
  );
}
