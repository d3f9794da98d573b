/** Returns the number of pairs among `people`. Each pair is a channel to maintain. */
export function channels(people: number): number {
  return (people * (people - 1)) / 2;
}
