import { reviewLimits } from '@solostead/contract/review-limits';
import { plural } from '@solostead/contract/plural';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { ToastList } from '#ui/toast/ToastList.tsx';
import { useModal } from '../../kernel/dialogs/use-modal.ts';
import { nameOfKey } from '../../kernel/keys/key-name.ts';
import { phrase } from '../../kernel/words.ts';
import type { Option, Section } from './options.ts';
import { PaletteList, optionId } from './PaletteList.tsx';
import styles from './Palette.module.css';
import { trimmed } from '@solostead/contract/visible';

export type SearchState = 'idle' | 'searching' | 'failed';

export interface DialogControl {
  /** Called when the field has the focus. */
  onShown: () => void;
  onClose: () => void;
}

interface Props extends DialogControl {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Groups without an option are not shown. */
  sections: readonly Section[];
  /** The number of people among the options, which the line under them shows. */
  people?: number;
  /** True if more people were found than there are options. */
  hasMore?: boolean;
  search?: SearchState;
}

/** Marks the option reached by arrows, or else the first match. Without input Enter alone does nothing. */
function useMarked(sections: readonly Section[], text: string) {
  const [id, mark] = useState<string | null>(null);
  const options = sections.flatMap((section) => section.options);
  const found = options.findIndex((option) => option.id === id);
  const index = found === -1 && trimmed(text) !== '' ? 0 : found;
  const step = (by: number) => {
    const next =
      options[index === -1 && by < 0 ? options.length - 1 : (index + by + options.length) % options.length];
    if (next) mark(next.id);
  };
  return { options, marked: options[index], mark, step };
}

/** Chooses an option after closing the palette. Enter during a search chooses its result. */
function useChoice(marked: Option | undefined, search: SearchState, onClose: () => void) {
  const [isEager, setEager] = useState(false);
  const choose = (option: Option) => {
    flushSync(onClose);
    option.run();
  };
  const arrive = useEffectEvent(() => {
    if (marked) choose(marked);
  });
  useEffect(() => {
    if (isEager && search !== 'searching') arrive();
  }, [isEager, search]);
  const submit = () => {
    if (marked) choose(marked);
    else if (search === 'searching') setEager(true);
  };
  return { choose, submit, calmDown: () => setEager(false) };
}

/** Returns the line under the list, the number of people found or the state of the search. */
export function describeStatus(
  { text, people, hasMore, search }: Pick<Props, 'text' | 'people' | 'hasMore' | 'search'>,
  isEmpty: boolean,
): string {
  if (search === 'failed') return 'Applications could not be searched. Commands still work.';
  if (search === 'searching') return 'Searching…';
  if (isEmpty) return phrase`Nothing fits “${trimmed(text)}”.`;
  if (people === undefined || trimmed(text) === '') return '';
  const found = plural(people, 'person', 'people');
  return people === 0 ? 'No person found' : `${hasMore ? 'More than ' : ''}${found} found`;
}

/** A native dialog with a search field and its options. */
export function PaletteDialog(props: Props) {
  const dialog = useModal(props.onClose);
  return (
    <dialog
      ref={dialog}
      aria-label={props.label}
      className={`floating ${styles['palette']}`}
      {...{ closedby: 'any' }}
    >
      <Search {...props} />
      <ToastList />
    </dialog>
  );
}

/** A field with a filtered list, following the combobox pattern of the ARIA Authoring Practices. */
function Search({ label, placeholder, text, onText, sections, search = 'idle', ...props }: Props) {
  const { people, hasMore = false, onShown, onClose } = props;
  const listId = useId();
  const { options, marked, mark, step } = useMarked(sections, text);
  const { choose, submit, calmDown } = useChoice(marked, search, onClose);
  const status = describeStatus({ text, people, hasMore, search }, options.length === 0);
  return (
    <form
      className={`stack ${styles['sheet']}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        {...{ label, placeholder, text, listId, marked, onShown, onClose }}
        hasOptions={options.length > 0}
        onStep={step}
        onText={(next) => {
          calmDown();
          mark(null);
          onText(next);
        }}
      />
      <PaletteList
        id={listId}
        label={label}
        sections={sections.filter((section) => section.options.length > 0)}
        marked={marked}
        onMark={mark}
        onChoose={choose}
      />
      <p role="status" className={`small ${styles['status']}`}>
        {status}
      </p>
    </form>
  );
}

interface FieldProps extends DialogControl, Pick<Props, 'label' | 'placeholder' | 'text' | 'onText'> {
  listId: string;
  hasOptions: boolean;
  marked: Option | undefined;
  onStep: (by: number) => void;
}

function Field({ onShown, ...props }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const shown = useEffectEvent(onShown);
  useLayoutEffect(() => {
    field.current?.focus();
    shown();
  }, []);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isItsOwnKey = nameOfKey(event) === 'Mod+k';
    if (by) props.onStep(by);
    else if (isItsOwnKey) props.onClose();
    if (by || isItsOwnKey) event.preventDefault();
  };
  return (
    <input
      ref={field}
      type="text"
      dir="auto"
      role="combobox"
      className={styles['field']}
      aria-label={props.label}
      aria-expanded={props.hasOptions}
      aria-controls={props.listId}
      aria-autocomplete="list"
      aria-activedescendant={props.marked && optionId(props.listId, props.marked)}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={reviewLimits.searchLength}
      placeholder={props.placeholder}
      value={props.text}
      onKeyDown={press}
      onChange={({ target }) => props.onText(target.value)}
    />
  );
}
