import { Keys } from '../../kernel/keys/Keys.tsx';
import type { Option, Section } from './options.ts';
import styles from './Palette.module.css';

export const optionId = (listId: string, { id }: Pick<Option, 'id'>) => `${listId}-${id}`;

interface Props {
  id: string;
  label: string;
  sections: readonly Section[];
  marked: Option | undefined;
  onMark: (id: string) => void;
  onChoose: (option: Option) => void;
}

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The options. The field keeps the focus and refers to the marked one. */
export function PaletteList({ id, label, sections, marked, onMark, onChoose }: Props) {
  const row = (option: Option) => {
    const { label, about, keys = [] } = option;
    const isMarked = option.id === marked?.id;
    return (
      // The field has the focus and hears the keys.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={option.id}
        ref={isMarked ? bringIntoView : undefined}
        id={optionId(id, option)}
        role="option"
        aria-selected={isMarked}
        className={`row justify-between gap-4 text-sm ${styles['option']}`}
        onPointerMove={() => !isMarked && onMark(option.id)}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(option)}
      >
        <span className="cluster items-baseline gap-x-3 min-w-0">
          <span dir="auto" className={`wrap-anywhere ${styles['label']}`}>
            {label}
          </span>
          {about && <bdi className="small wrap-anywhere">{about}</bdi>}
        </span>
        {keys.map((each) => (
          <Keys key={each} of={each} />
        ))}
      </div>
    );
  };
  return (
    <div id={id} role="listbox" aria-label={label} className={styles['list']}>
      {sections.map((section, place) => (
        <div key={section.label} role="group" aria-labelledby={`${id}-${place}`}>
          <p id={`${id}-${place}`} className={`small ${styles['group']}`}>
            {section.label}
          </p>
          {section.options.map(row)}
        </div>
      ))}
    </div>
  );
}
