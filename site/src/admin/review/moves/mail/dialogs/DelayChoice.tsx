import { reviewLimits } from '@solostead/contract/review-limits';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Choice } from '#ui/form/Choice.tsx';
import { phrase } from '../../../kernel/words.ts';
import { mailingQuery, type Delay, delays } from '../queries.ts';

/** The delay of a mail, `initial` or the lab's setting until the member chooses. `chosen` is sent with the mail, empty before. */
export function useDelay(initial?: Delay) {
  const { data } = useQuery(mailingQuery);
  const [chosen, choose] = useState<Delay | null>(null);
  return {
    chosen: chosen ? { delay: chosen } : {},
    choice: { delay: chosen ?? initial ?? data?.delay, choose, zone: data?.time_zone ?? 'UTC' },
  };
}

type Props = ReturnType<typeof useDelay>['choice'] & { mails?: number | undefined };

/** Asks for the delay of `mails`. Nothing is selected before the lab's setting is loaded. */
export function DelayChoice({ delay, choose, zone, mails = 1 }: Props) {
  return (
    <Choice
      label="When to send"
      value={delay ?? ''}
      onChange={({ target }) => choose(delays.find((one) => one === target.value) ?? null)}
      options={[
        ...(delay ? [] : [['', 'At the lab’s usual time'] as const]),
        ['soon', mails > reviewLimits.soonMails ? 'In 10 minutes' : 'In 30 seconds'],
        ['morning', phrase`Tomorrow at 9:00 (${zone})`],
      ]}
    />
  );
}
