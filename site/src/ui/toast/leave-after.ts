/** Counts down while it is not read. The pointer or the focus on the toast, or a hidden page, stops the clock. */
export function leaveAfter(
  element: HTMLElement,
  milliseconds: number,
  leave: () => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = () => clearTimeout(timer);
  const resume = () => {
    hold();
    if (!document.hidden) timer = setTimeout(leave, milliseconds);
  };
  for (const event of ['pointerenter', 'focusin']) element.addEventListener(event, hold, { signal });
  for (const event of ['pointerleave', 'focusout']) element.addEventListener(event, resume, { signal });
  document.addEventListener('visibilitychange', resume, { signal });
  signal.addEventListener('abort', hold);
  resume();
}
