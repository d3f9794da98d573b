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

/** The options. The field keeps the focus and refers to the marked one. */
export function PaletteList({ id, label, sections, marked, onMark, onChoose }: Props) {
  return (
    <div id={id} role="listbox" aria-label={label} className={styles['list']}>
      {sections.map((section, place) => (
        <div key={section.label} role="group" aria-labelledby={`${id}-${place}`}>
          <p id={`${id}-${place}`} className={`small ${styles['group']}`}>
            {section.label}
          </p>
          {section.options.map((option) => (
            <Choice
              key={option.id}
              id={optionId(id, option)}
              option={option}
              isMarked={option.id === marked?.id}
              onMark={() => onMark(option.id)}
              onChoose={() => onChoose(option)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface ChoiceProps {
  id: string;
  option: Option;
  isMarked: boolean;
  onMark: () => void;
  onChoose: () => void;
}

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function Choice({ id, option, isMarked, onMark, onChoose }: ChoiceProps) {
  const { label, about, keys = [], whyNot } = option;
  return (
    // The field has the focus and hears the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={isMarked ? bringIntoView : undefined}
      id={id}
      role="option"
      aria-selected={isMarked}
      aria-disabled={whyNot ? true : undefined}
      className={`row apart gap-4 text-sm ${styles['option']}`}
      onPointerMove={() => !isMarked && onMark()}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="cluster baseline gap-0-3 shrinks">
        <span dir="auto" className={`breaks ${styles['label']}`}>
          {label}
        </span>
        {(whyNot ?? about) && <bdi className="small breaks">{whyNot ?? about}</bdi>}
      </span>
      {keys.map((each) => (
        <Keys key={each} of={each} />
      ))}
    </div>
  );
}
