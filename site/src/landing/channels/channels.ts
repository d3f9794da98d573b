/** How many pairs `people` can form: every pair is a channel that has to be kept true. */
export function channels(people: number): number {
  return (people * (people - 1)) / 2;
}
