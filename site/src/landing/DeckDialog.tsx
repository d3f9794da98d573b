import type { Content } from '../content/read/read-content.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Linked } from '../ui/Linked.tsx';
import styles from './DeckDialog.module.css';

type Props = Content<'landing'>['deck'] & { profileHref: string };

/** Request Investor Deck. It says that the round is closed and where SAFE interest goes. */
export function DeckDialog({ title, paragraphs, profile, profileHref, questions }: Props) {
  return (
    <Dialog id="deck-dialog" title={title}>
      <div className={styles['text']}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>
            <Linked text={paragraph} />
          </p>
        ))}
        <ButtonLink look="solid" href={profileHref} rel="noopener">
          {profile}
        </ButtonLink>
        <p>
          <a href="#questions-investors">{questions}</a>
        </p>
      </div>
    </Dialog>
  );
}
