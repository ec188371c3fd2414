// The one button of the app. At most one `primary` per view (design.md, principle 2). A plain element with our own style:
// Radix' button would cost every page 6 KB for properties that nobody sets.
import type { LucideIcon } from 'lucide-react';
import {
  type ComponentPropsWithRef,
  cloneElement,
  isValidElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { classNames } from '../class-names.ts';
import './button.css';

export type ButtonKind = 'primary' | 'ink' | 'outline' | 'soft' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  /** Default `outline`. */
  kind?: ButtonKind;
  /** 32, 40 or 48 px high; at least 44 on a phone. Default `normal`. */
  size?: ButtonSize;
  icon?: LucideIcon;
  iconAfter?: LucideIcon;
  /** Shown instead of the label while the action runs ("Sending…"); the width stays, focus stays, clicks do nothing. */
  busy?: string | false | undefined;
  /** As wide as its container. */
  wide?: boolean;
  /** Draws the look on the only child (a link), around what it says, instead of a <button>. `busy` is then the child's business. */
  asChild?: boolean;
}

interface Look {
  children?: ReactNode;
  className?: string | undefined;
  'data-kind'?: ButtonKind;
  'data-size'?: ButtonSize;
}

export function Button(props: ButtonProps): ReactNode {
  const {
    kind = 'outline',
    size = 'normal',
    icon: Icon,
    iconAfter: After,
    busy,
    wide,
    asChild,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const look: Look = {
    className: classNames('ll-button', wide && 'll-wide', className),
    'data-kind': kind,
    'data-size': size,
  };
  const label = (text: ReactNode) => (
    <span className="ll-button-label" aria-hidden={busy ? true : undefined}>
      {Icon ? <Icon size={18} strokeWidth={1.9} aria-hidden="true" /> : null}
      {text}
      {After ? <After size={18} strokeWidth={1.9} aria-hidden="true" /> : null}
    </span>
  );
  if (asChild) {
    if (!isLookable(children)) return null;
    const own = children.props;
    return cloneElement(
      children,
      { ...look, className: classNames(look.className, own.className) },
      label(own.children),
    );
  }
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button type="button" {...look} {...rest} onClick={click} aria-disabled={busy ? true : rest['aria-disabled']}>
      {label(children)}
      {busy ? <span className="ll-button-label">{busy}</span> : null}
    </button>
  );
}

const isLookable = (child: ReactNode): child is ReactElement<Look> => isValidElement(child);
