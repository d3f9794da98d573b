import { Button } from '#ui/Button.tsx';

interface Props {
  steps: {
    readonly hasNext: boolean;
    readonly hasPrevious: boolean;
    readonly next: () => void;
    readonly previous: () => void;
  };
}

/** Buttons to the previous and the next application for people without a keyboard. */
export function StepButtons({ steps: { hasNext, hasPrevious, next, previous } }: Props) {
  return (
    <>
      <Button
        look="text"
        disabled={!hasPrevious}
        aria-label="Previous application"
        onClick={() => previous()}
      >
        Previous
      </Button>
      <Button look="text" disabled={!hasNext} aria-label="Next application" onClick={() => next()}>
        Next
      </Button>
    </>
  );
}
