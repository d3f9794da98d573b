import type { AnchorHTMLAttributes, ReactNode } from 'react';
import styles from './Button.module.css';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  look?: 'solid' | 'line' | 'text';
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'line', className, children, ...rest }: Props) {
  const classes = [styles['button'], styles[look], className].filter(Boolean).join(' ');
  return (
    <a className={classes} {...rest}>
      {children}
    </a>
  );
}
