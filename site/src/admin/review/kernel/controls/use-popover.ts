import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

const GAP_PX = 4;

/** The edge of the button under which the popover is aligned, if there is room. */
type Side = 'left' | 'right';

/**
 * Puts a popover below its button, or above it where there is more room. It never leaves the window: `--room` is the
 * height that it may have.
 */
function placePopover(popover: HTMLElement, button: HTMLElement, side: Side): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth: width, scrollHeight } = popover;
  const above = top - 2 * GAP_PX;
  const below = window.innerHeight - bottom - 2 * GAP_PX;
  const isAbove = scrollHeight > below && above > below;
  popover.style.setProperty('--room', `${isAbove ? above : below}px`);
  popover.style.top = `${isAbove ? top - GAP_PX - popover.offsetHeight : bottom + GAP_PX}px`;
  const last = document.documentElement.clientWidth - width - GAP_PX;
  const wanted = side === 'left' && left <= last ? left : right - width;
  popover.style.left = `${Math.max(GAP_PX, Math.min(wanted, last))}px`;
}

/** Opens in the top layer, stays with its button, and returns the focus when it closes. */
export function usePopover<Element extends HTMLElement>(
  button: RefObject<HTMLElement | null>,
  close: () => void,
  side: Side = 'left',
): RefObject<Element | null> {
  const popover = useRef<Element>(null);
  const press = useEffectEvent(({ target }: Event) => {
    const isInside = [popover.current, button.current].some((part) => part?.contains(target as Node));
    if (!isInside) close();
  });
  useLayoutEffect(() => {
    const element = popover.current!;
    const before = document.activeElement;
    const follow = () => button.current && placePopover(element, button.current, side);
    element.showPopover();
    follow();
    // The content may still be loading.
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    const gone = new AbortController();
    const options = { capture: true, signal: gone.signal };
    window.addEventListener('scroll', follow, options);
    window.addEventListener('resize', follow, options);
    document.addEventListener('pointerdown', (event) => press(event), options);
    return () => {
      observer.disconnect();
      gone.abort();
      const hadFocus = document.activeElement === document.body || element.contains(document.activeElement);
      if (hadFocus && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [button, side]);
  return popover;
}
