import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useKeyboard } from '../keys/KeyboardProvider.tsx';
import { usePopover } from './use-popover.ts';
import styles from './controls.module.css';

/** Above the screens' keys, so that typing over an open popover does not reach the list. */
const POPOVER_LEVEL = 8;

/** Keys that the browser handles on a button or a checkbox. */
const presses = new Set(['Enter', ' ']);

/** The same as --phone in styles/breakpoint.css. */
const PHONE = '(width < 768px)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(PHONE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Returns true if the window is as narrow as a phone's. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);

interface Props {
  /** The name of the popover, and of its button if that has no text. */
  label: string;
  button: ReactNode;
  className?: string | undefined;
  /** The button says more than the popover's name. */
  buttonLabel?: string | undefined;
  /** Given by who opens it by other ways than its button. */
  open?: { readonly isOpen: boolean; readonly set: (isOpen: boolean) => void };
  /** The popover itself has the focus first, so that no Space that is typed by mistake presses a control. */
  isCalm?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button with a popover for choices or a small form, shown as a sheet at the bottom on a phone. */
export function Popover({ label, button, className, buttonLabel, open, isCalm = false, children }: Props) {
  const own = useState(false);
  const [isOpen, set] = open ? [open.isOpen, open.set] : own;
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => set(false);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={`inline-flex items-center gap-1 flex-none button-reset whitespace-nowrap ${styles['button']} ${className ?? ''}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={buttonLabel}
        onClick={() => set(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <Sheet label={label} trigger={trigger} isCalm={isCalm} onClose={close}>
          {children(close)}
        </Sheet>
      )}
    </>
  );
}

interface SheetProps {
  label: string;
  trigger: React.RefObject<HTMLButtonElement | null>;
  isCalm: boolean;
  onClose: () => void;
  children: ReactNode;
}

const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea';

/** The next control up or down, around the ends. */
function step(sheet: HTMLElement | null, by: 1 | -1): void {
  const controls = [...(sheet?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const at = controls.indexOf(document.activeElement as HTMLElement);
  controls[(Math.max(at, by === 1 ? -1 : 0) + by + controls.length) % controls.length]?.focus();
}

function Sheet({ label, trigger, isCalm, onClose, children }: SheetProps) {
  const sheet = usePopover<HTMLDivElement>(trigger, onClose);
  const keyboard = useKeyboard();
  const find = useEffectEvent((key: string) => {
    // With Control or Command a key is the page's or the browser's.
    if (presses.has(key) || key.startsWith('Mod+')) return null;
    if (key === 'Escape') return onClose;
    if (key === 'ArrowDown') return () => step(sheet.current, 1);
    if (key === 'ArrowUp') return () => step(sheet.current, -1);
    return () => {};
  });
  useEffect(() => keyboard.register({ level: POPOVER_LEVEL, find: (key) => find(key) }), [keyboard]);
  useLayoutEffect(() => {
    const first = isCalm ? sheet.current : sheet.current?.querySelector<HTMLElement>(FOCUSABLE);
    first?.focus({ preventScroll: true });
  }, [sheet, isCalm]);
  return (
    // Tab leads out of it, which closes it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={sheet}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-label={label}
      className={`floating hanging ${styles['sheet']}`}
      // Escape first leaves a field. Here it closes the popover.
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onBlur={({ relatedTarget, currentTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && onClose()
      }
    >
      {children}
    </div>
  );
}
