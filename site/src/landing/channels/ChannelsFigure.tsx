import type { Content } from '../../content/read/read-content.ts';
import { channels } from '../thread/people.ts';
import styles from './ChannelsFigure.module.css';

const RADIUS = 38;

/** Room for half a dot at the left edge, where each drawing begins like the words below it. */
const EDGE = 4;

/** Returns the positions of a group's people on a circle, the first at the top. */
function places(count: number): [number, number][] {
  const points = Array.from({ length: count }, (_, index): [number, number] => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    const reach = count === 1 ? 0 : RADIUS;
    return [Math.round(50 + reach * Math.cos(angle)), Math.round(50 + reach * Math.sin(angle))];
  });
  const left = Math.min(...points.map(([x]) => x)) - EDGE;
  return points.map(([x, y]) => [x - left, y]);
}

/** One path through every pair. */
function everyPair(points: [number, number][]): string {
  return points
    .flatMap(([x, y], index) => points.slice(index + 1).map(([u, v]) => `M${x} ${y}L${u} ${v}`))
    .join('');
}

/** A drawing of channels by people, one group per size, with a line for each pair. */
export function ChannelsFigure({
  people,
  channels: label,
  caption,
  description,
  sizes,
}: Content<'landing'>['solo']['figure']) {
  return (
    <figure className={styles['figure']}>
      <div role="img" aria-label={description} className={styles['groups']}>
        {sizes.map((size) => (
          <div key={size} aria-hidden="true">
            <svg viewBox="0 0 100 100">
              <path d={everyPair(places(size))} />
              <path
                className={styles['people']}
                d={places(size)
                  .map(([x, y]) => `M${x} ${y}h0`)
                  .join('')}
              />
            </svg>
            <span>
              {size} {size === 1 ? people.replace('people', 'person') : people}
            </span>
            <strong>{channels(size)}</strong>
            <span>{channels(size) === 1 ? label.replace(/s$/, '') : label}</span>
          </div>
        ))}
      </div>
      <figcaption className="caption">{caption}</figcaption>
    </figure>
  );
}
