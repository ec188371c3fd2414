// A button that is only an icon: always with a name, which is also its tooltip.
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './button.css';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color' | 'children' | 'aria-label'> {
  icon: LucideIcon;
  /** Its accessible name and tooltip. */
  label: string;
  /** Shown in the tooltip: "⌘K". */
  keys?: string | undefined;
  /** Default `ghost`. */
  kind?: 'primary' | 'ink' | 'outline' | 'soft' | 'ghost';
  /** 32 or 40 px, 44 on touch. Default `normal`. */
  size?: 'small' | 'normal';
  /** Makes it a toggle. */
  pressed?: boolean;
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { icon: Icon, label, keys, kind = 'ghost', size = 'normal', pressed, className, ...rest } = props;
  return (
    <button
      type="button"
      className={classNames('ll-icon-button', className)}
      data-kind={kind}
      data-size={size}
      aria-label={label}
      aria-pressed={pressed}
      data-tip={label}
      data-keys={keys}
      {...rest}
    >
      <Icon size={size === 'small' ? 18 : 20} strokeWidth={1.9} aria-hidden="true" />
    </button>
  );
}
