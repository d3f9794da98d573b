/** The message after `current` of `count`, wrapping around; with one or none it stays where it is. */
export function nextMessage(current: number, count: number): number {
  return count < 2 ? current : (current + 1) % count;
}
