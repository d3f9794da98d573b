import type { Content } from '../../content/read/read-content.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ChannelsFigure } from './ChannelsFigure.tsx';
import styles from './ChannelsFigure.module.css';

/** The dialog on solo developers about the cost of communication (contract P2.5). */
export function SoloDialog({ title, paragraphs, figure }: Content<'landing'>['solo']) {
  const [first, ...others] = paragraphs;
  return (
    <Dialog id="model-dialog" title={title} width="wide">
      <div className={styles['text']}>
        <p>{first}</p>
        <ChannelsFigure {...figure} />
        {others.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Dialog>
  );
}
