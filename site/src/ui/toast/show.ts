import { place, tidy } from './place.ts';
import styles from './Toast.module.css';
import type { Toast } from './toast.ts';

/**
 * The time a toast stays in milliseconds. Greetings are short, errors longer, and toasts with an action the longest.
 */
const shownMs = { brief: 3_000, quiet: 7_000, danger: 12_000, action: 15_000 };

function make(tag: string, className: string | undefined, text = ''): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.textContent = text;
  return element;
}

function button(label: string, className: string | undefined, onClick: () => void): HTMLElement {
  const element = make('button', className, label);
  element.setAttribute('type', 'button');
  element.addEventListener('click', onClick);
  return element;
}

/** Counts down while it is not read. The pointer or the focus on the toast, or a hidden page, stops the clock. */
function leaveAfter(element: HTMLElement, milliseconds: number, leave: () => void): void {
  let timer = setTimeout(leave, milliseconds);
  const hold = () => clearTimeout(timer);
  const resume = () => {
    hold();
    timer = setTimeout(leave, milliseconds);
  };
  element.addEventListener('pointerenter', hold);
  element.addEventListener('focusin', hold);
  element.addEventListener('pointerleave', resume);
  element.addEventListener('focusout', resume);
  const followPage = () => {
    if (!element.isConnected) document.removeEventListener('visibilitychange', followPage);
    else if (document.hidden) hold();
    else resume();
  };
  document.addEventListener('visibilitychange', followPage);
}

function build(toast: Toast, tone: 'quiet' | 'danger', leave: () => void): HTMLElement {
  const element = make('div', styles['toast']);
  element.dataset['toast'] = tone;
  const words = make('div', styles['words']);
  words.append(make('p', styles['title'], toast.title));
  if (toast.text) words.append(make('p', styles['text'], toast.text));
  element.append(words);
  const actions = make('div', styles['actions']);
  for (const { label, run } of [toast.action, ...(toast.more ?? [])].filter((one) => one !== undefined)) {
    const act = () => {
      leave();
      void run();
    };
    actions.append(button(label, styles['action'], act));
  }
  if (actions.hasChildNodes()) element.append(actions);
  const close = button('', styles['close'], leave);
  close.setAttribute('aria-label', 'Dismiss');
  element.append(close);
  return element;
}

/** Shows a notice in addition to existing ones. */
export function addToast(toast: Toast): void {
  const tone = toast.tone ?? 'quiet';
  const leave = () => {
    element.remove();
    tidy();
  };
  const element = build(toast, tone, leave);
  const stay = toast.isBrief ? 'brief' : tone;
  leaveAfter(element, toast.stayMs ?? (toast.action ? shownMs.action : shownMs[stay]), leave);
  place(element, tone);
}

/**
 * Shows a notice above any open modal and announces it. It replaces earlier ones, because an old failure next to a
 * new success would confuse.
 */
export function showToast(toast: Toast): void {
  document.querySelectorAll('[data-toast]').forEach((earlier) => earlier.remove());
  addToast(toast);
}

/** Removes the notices of failures, because what they were about is over. */
export function dismissFailures(): void {
  document.querySelectorAll("[data-toast='danger']").forEach((earlier) => earlier.remove());
  tidy();
}
