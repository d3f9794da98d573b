import type { Content } from '../../content/read/read-content.ts';

/** The banner's words, and the request for the state of applications. */
export type Turning = Content<'announcements'> & { url: string; headers: Record<string, string> };

/**
 * Rotates the banner's messages with a fade (contract P3.6). The button pauses it, and reduced motion pauses it from
 * the start. A single message repeats. While applications are closed, the first two messages say so, and
 * the hero does not say what applying takes.
 */
export function turnAnnouncements(banner: HTMLElement): void {
  const data = JSON.parse(banner.dataset['announcements']!) as Turning;
  const { messages } = data;
  const link = banner.querySelector<HTMLAnchorElement>('[data-banner]')!;
  const button = banner.querySelector('button')!;

  const show = ({ text, href }: Turning['closed']) => {
    link.textContent = text;
    link.href = href;
  };

  let current = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const turn = () => {
    // A link that someone is about to press must not change under the pointer or the focus.
    if (link.matches(':hover, :focus')) return;
    banner.toggleAttribute('data-turning');
    setTimeout(() => {
      current = (current + 1) % messages.length;
      show(messages[current]!);
      banner.toggleAttribute('data-turning');
    }, data.fadeMs);
  };

  const setPaused = (paused: boolean) => {
    clearInterval(timer);
    if (!paused) timer = setInterval(turn, data.intervalMs);
    button.ariaPressed = `${paused}`;
  };

  button.hidden = false;
  button.addEventListener('click', () => setPaused(button.ariaPressed === 'false'));
  setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches);

  addEventListener('load', async () => {
    // Without a readable answer the messages stay as they are.
    const state = await fetch(data.url, data)
      .then((answer): Promise<{ closed?: boolean } | null> => answer.json())
      .catch(() => null);
    if (!state?.closed) return;
    show((messages[0] = messages[1] = data.closed));
    banner.dataset['closed'] = '';
  });
}
