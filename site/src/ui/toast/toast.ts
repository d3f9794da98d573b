interface ToastAction {
  readonly label: string;
  readonly run: () => void | Promise<void>;
}

/** A short notice. */
export interface Toast {
  readonly title: string;
  readonly text?: string;
  /** danger marks an error, announced at once. */
  readonly tone?: 'danger';
  /** True for a short toast that covers the page and repeats what people see. */
  readonly isBrief?: boolean;
  /** One thing to do about it, for example to undo. */
  readonly action?: ToastAction;
  /** Further actions. */
  readonly more?: readonly ToastAction[];
  /** Milliseconds it stays, where the time in which something can be done about it is known. */
  readonly stayMs?: number;
}
