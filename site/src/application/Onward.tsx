import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';

interface Props {
  copy: { again: string; home: string };
  className: string | undefined;
  /** Asks once more, after a failure. */
  onAgain: (() => void) | false;
}

/** The ways on from the answer about a mailed link. */
export function Onward({ copy, className, onAgain }: Props) {
  return (
    <p className={className}>
      {onAgain && (
        <Button look="solid" onClick={onAgain}>
          {copy.again}
        </Button>
      )}
      <ButtonLink href="/">{copy.home}</ButtonLink>
    </p>
  );
}
