import type { OpeningCopy } from '../../content/opening.ts';
import { LinkAnswer } from '../applicant/LinkAnswer.tsx';
import { useLinkAnswer } from '../applicant/use-link-answer.ts';
import { confirmOpening } from './intake.ts';

const asking = {
  parameter: 'request',
  ask: (secret: string | null) => confirmOpening(secret ?? ''),
  isFinal: (answer: string) => answer !== 'failed',
};

/** Confirms the address of the page's link. */
export function ConfirmOpening({ copy }: { copy: OpeningCopy }) {
  const [answer, again] = useLinkAnswer(asking);
  const { title, text } = answer ? copy.outcomes[answer] : { title: copy.title, text: copy.loading };
  return (
    <LinkAnswer
      copy={copy}
      outcome={answer === 'unknown' ? 'refused' : answer}
      title={title}
      onAgain={answer === 'failed' && again}
    >
      <p>{text}</p>
    </LinkAnswer>
  );
}
