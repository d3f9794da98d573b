/** A point of the figure's square of 1000 by 1000, from its upper left corner. */
export type Point = readonly [x: number, y: number];

/** The ring of the people. The film draws the same one (site/film/one-line.js). */
export const ring = { centre: 500, radius: 460 } as const;

/**
 * Hours of a clock in the order in which people are added, so that any number is spread evenly. The first is at
 * three, where the line leaves the ring.
 */
const hours = [3, 9, 12, 6, 1, 7, 4, 10, 2, 8, 5, 11];

export const MAX_PEOPLE = 12;

/** The position of each person, in the order in which they are added. */
export const places: readonly Point[] = hours.map((hour) => {
  const angle = (Math.PI * hour) / 6;
  const { centre, radius } = ring;
  return [Math.round(centre + radius * Math.sin(angle)), Math.round(centre - radius * Math.cos(angle))];
});

/** Returns the lines that a person adds, one to each earlier person, two of them in each stroke. */
export function linesOf(person: number): string {
  const own = places[person - 1]!;
  const others = places.slice(0, person - 1);
  return others
    .map((other, index) => (index % 2 === 0 ? `M${other.join(' ')}L${own.join(' ')}` : `L${other.join(' ')}`))
    .join('');
}
