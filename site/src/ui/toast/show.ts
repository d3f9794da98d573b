import { returnFocus } from '../return-focus.ts';
import { leaveAfter } from './leave-after.ts';
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

/** The shown toasts, with the function that removes each. */
const shown = new Map<HTMLElement, () => void>();

/** Shows a notice in addition to existing ones. Returns a function that removes it. */
export function addToast(toast: Toast): () => void {
  const tone = toast.tone ?? 'quiet';
  const gone = new AbortController();
  const leave = () => {
    gone.abort();
    giveFocusBack();
    shown.delete(element);
    element.remove();
    tidy();
  };
  const element = build(toast, tone, leave);
  const giveFocusBack = returnFocus(element);
  shown.set(element, leave);
  const stay = toast.isBrief ? 'brief' : tone;
  leaveAfter(element, toast.stayMs ?? (toast.action ? shownMs.action : shownMs[stay]), leave, gone.signal);
  place(element, tone);
  return leave;
}

/**
 * Shows a notice above any open modal and announces it. It replaces earlier ones, because an old failure next to a
 * new success would confuse.
 */
export function showToast(toast: Toast): void {
  showDismissible(toast);
}

/** Shows a notice as `showToast` does. Returns a function that removes it. */
export function showDismissible(toast: Toast): () => void {
  shown.forEach((leave) => leave());
  return addToast(toast);
}

/** Removes the notices of failures, because what they were about is over. */
export function dismissFailures(): void {
  shown.forEach((leave, element) => element.dataset['toast'] === 'danger' && leave());
}
