import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Choice } from '../controls/Choice.tsx';
import { mailingQuery } from '../data/queries.ts';
import { type Delay, delays } from '../data/shapes/settings.ts';
import { fill, useWords } from '../words.tsx';

/** When a mail leaves: the lab's setting until one chooses. */
export function useDelay() {
  const { data } = useQuery(mailingQuery);
  const [chosen, choose] = useState<Delay | null>(null);
  return { delay: chosen ?? data?.delay ?? 'soon', choose, zone: data?.time_zone ?? 'UTC' };
}

/** Asks when a mail leaves. */
export function DelayChoice({ delay, choose, zone }: ReturnType<typeof useDelay>) {
  const { telling } = useWords();
  return (
    <Choice
      label={telling.delay}
      value={delay}
      onChange={({ target }) => choose(delays.find((one) => one === target.value) ?? 'soon')}
    >
      {delays.map((one) => (
        <option key={one} value={one}>
          {fill(telling.delays[one], { zone })}
        </option>
      ))}
    </Choice>
  );
}
