import { linesOf, places, ring } from './places.ts';
import styles from './SmallTeam.module.css';

interface Props {
  people: number;
  className: string | undefined;
}

/**
 * A small still team. Its lines are one path and its dots, strokes without length, another, because each element is
 * styled again whenever a dialog opens, six drawings at a time.
 */
export function SmallTeam({ people, className }: Props) {
  const present = places.slice(0, people);
  const lines = present.map((_, index) => linesOf(index + 1)).join('');
  const dots = present.map(([x, y]) => `M${x} ${y}h0`).join('');
  const { centre, radius } = ring;
  return (
    <svg viewBox="0 0 1000 1000" className={`${styles['small']} ${className}`} aria-hidden="true">
      <circle cx={centre} cy={centre} r={radius} />
      {lines && <path d={lines} />}
      <path d={dots} />
    </svg>
  );
}
