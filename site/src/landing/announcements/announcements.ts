import { nextMessage } from './next-message.ts';

interface Turning {
  messages: string[];
  intervalMs: number;
  fadeMs: number;
}

/**
 * Rotates the banner's messages with a fade. The button pauses it, and reduced motion pauses it from the start. A
 * single message never rotates (contract P3.6).
 */
export function turnAnnouncements(banner: HTMLElement): void {
  const { messages, intervalMs, fadeMs } = JSON.parse(banner.dataset['announcements']!) as Turning;
  const text = banner.querySelector('[data-banner]')!;
  const button = banner.querySelector('button')!;
  if (messages.length < 2) return;

  let current = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const turn = () => {
    banner.toggleAttribute('data-turning');
    setTimeout(() => {
      current = nextMessage(current, messages.length);
      text.textContent = messages[current]!;
      banner.toggleAttribute('data-turning');
    }, fadeMs);
  };

  const setPaused = (paused: boolean) => {
    clearInterval(timer);
    if (!paused) timer = setInterval(turn, intervalMs);
    button.ariaPressed = `${paused}`;
  };

  button.hidden = false;
  button.addEventListener('click', () => setPaused(button.ariaPressed === 'false'));
  setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches);
}
