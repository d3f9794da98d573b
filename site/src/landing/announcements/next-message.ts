/** Returns the message after `current` of `count`, wrapping around. With at most one it stays. */
export function nextMessage(current: number, count: number): number {
  return count < 2 ? current : (current + 1) % count;
}
