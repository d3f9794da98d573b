import type { ComponentPropsWithRef } from 'react';
import styles from './Button.module.css';

/** A dialog action of a button that needs no script (invoker commands). */
interface Invoker {
  commandfor?: string;
  command?: 'show-modal' | 'close' | 'request-close';
}

interface Props extends ComponentPropsWithRef<'button'>, Invoker {
  /**
   * solid for the one main action of a view, line for others, text inside running content, danger for deleting
   * permanently.
   */
  look?: 'solid' | 'line' | 'text' | 'danger';
}

/** A native button. `commandfor` and `command` open or close a dialog, see ui/Dialog. */
export function Button({ look = 'line', type = 'button', className, children, ...rest }: Props) {
  const classes = [styles['button'], styles[look], className].filter(Boolean).join(' ');
  return (
    <button type={type} className={classes} {...rest}>
      {children}
    </button>
  );
}
