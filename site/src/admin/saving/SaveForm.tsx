import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { markFirst } from '../../ui/form/Field.tsx';
import type { Elements } from '../../ui/elements.ts';

interface Props {
  className?: string | undefined;
  /** The id of the title of the form. */
  labelledBy?: string;
  actionsClassName?: string | undefined;
  /** The label of the button, and the one while a request is pending. */
  label: string;
  savingLabel?: string | undefined;
  look?: 'solid' | undefined;
  isSaving: boolean;
  onSave: (form: HTMLFormElement) => void;
  /** The form says itself what is wrong with its values, instead of the browser. */
  noValidate?: boolean;
  /** False while something is loaded that the request needs. */
  isReady?: boolean;
  /** The button has the focus when the dialog opens. */
  isFirst?: boolean;
  /** There is nothing to save. */
  isUnchanged?: boolean;
  /** Hides the button and ignores Enter. */
  isReadOnly?: boolean;
  /** Shown next to the button. */
  actions?: Elements;
  children: Elements;
}

/** A form with its button. After a failure the focus moves to the first field that is marked as invalid. */
export function SaveForm({ isSaving, onSave, isReady = true, isReadOnly = false, ...props }: Props) {
  const isUnchanged = props.isUnchanged ?? false;
  const form = useRef<HTMLFormElement>(null);
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    if (presses > 0 && !isSaving) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isSaving, presses]);
  return (
    <form
      ref={form}
      className={props.className}
      aria-labelledby={props.labelledBy}
      noValidate={props.noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady || isReadOnly || isUnchanged) return;
        setPresses((count) => count + 1);
        onSave(event.currentTarget);
      }}
    >
      {props.children}
      {!isReadOnly && (
        <Actions className={props.actionsClassName}>
          <Button
            type="submit"
            ref={props.isFirst ? markFirst : undefined}
            look={props.look}
            // `disabled` would take the focus from the button when the form is saved.
            data-disabled={isUnchanged || undefined}
            aria-disabled={isSaving || !isReady || isUnchanged || undefined}
          >
            <span aria-live={props.savingLabel ? 'polite' : undefined}>
              {(isSaving && props.savingLabel) || props.label}
            </span>
          </Button>
          {props.actions}
        </Actions>
      )}
    </form>
  );
}

/** A row for the buttons, or the buttons as children of the form where no class is given. */
function Actions({ className, children }: { className: string | undefined; children: Elements }) {
  return className === undefined ? children : <div className={className}>{children}</div>;
}
