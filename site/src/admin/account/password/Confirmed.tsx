import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';

interface Props {
  label: string;
  /** The button's label after the first press. */
  question: string;
  onConfirm: () => void;
}

/** A button that asks once more, in place, before it does something that hurts. */
export function Confirmed({ label, question, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const press = () => {
    if (isAsking) onConfirm();
    setAsking(!isAsking);
  };
  return (
    <Button look={isAsking ? 'solid' : 'line'} onClick={press} onBlur={() => setAsking(false)}>
      <span aria-live="polite">{isAsking ? question : label}</span>
    </Button>
  );
}
