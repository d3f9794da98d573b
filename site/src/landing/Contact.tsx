import type { Content } from '../content/read/read-content.ts';
import { Button } from '../ui/Button.tsx';
import { Questions } from './questions/Questions.tsx';
import { Section } from './Section.tsx';
import styles from './Contact.module.css';

type Props = Content<'landing'>['contact'] &
  Pick<Content<'navigation'>, 'join' | 'deck'> & {
    address: readonly string[];
    questions: Content<'questions'>;
  };

/** Postal address, Join Us and the investor deck, and what people ask before they apply (contract P2.7). */
export function Contact({ title, lead, addressLabel, address, join, deck, questions }: Props) {
  return (
    <Section id="contact" title={title} className={styles['contact']} thread="threadRight">
      <div className={styles['body']}>
        <div>
          <p className={styles['lead']}>{lead}</p>
          <div className={`cluster ${styles['buttons']}`}>
            <Button look="solid" commandfor="join-dialog" command="show-modal">
              {join}
            </Button>
            <Button commandfor="deck-dialog" command="show-modal">
              {deck}
            </Button>
          </div>
        </div>
        <div>
          <h3 className={`caption ${styles['label']}`}>{addressLabel}</h3>
          <address className={styles['address']}>
            {address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </div>
      </div>
      <Questions {...questions} />
    </Section>
  );
}
