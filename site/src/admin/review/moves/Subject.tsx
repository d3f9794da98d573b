import { useSubjectFocus } from './moving.tsx';

/** The number of characters from which on a name is set smaller. */
const LONG = 40;

/** The name of the shown application, which gets the focus. A long one takes at most three lines. */
export function Subject({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <h3
      ref={useSubjectFocus()}
      tabIndex={-1}
      dir="auto"
      title={name.length > LONG ? name : undefined}
      data-long={name.length > LONG || undefined}
      className={`subject wrap-anywhere ${className ?? ''}`}
    >
      {name}
    </h3>
  );
}
