import { linesOf, places, ring } from './places.ts';
import styles from './Team.module.css';

const DOT = 13;

/**
 * A team as dots on a ring with a line between each pair, drawn for twelve and shown for `--people`. A number between
 * two draws a person leaving.
 */
export function Team() {
  const [first, ...others] = places;
  return (
    <g className={styles['team']}>
      <circle className={styles['ring']} cx={ring.centre} cy={ring.centre} r={ring.radius} />
      <g className={styles['others']}>
        {others.map((_, index) => (
          <path key={index} d={linesOf(index + 2)} />
        ))}
      </g>
      <g className={styles['others']}>
        {others.map(([x, y], index) => (
          <circle key={index} cx={x} cy={y} r={DOT} />
        ))}
      </g>
      <circle className={styles['first']} cx={first?.[0]} cy={first?.[1]} r={DOT} />
    </g>
  );
}
