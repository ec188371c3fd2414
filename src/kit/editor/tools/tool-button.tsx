// A quiet square button for toolbars: smaller than the kit's icon button, and it leaves the caret where it is.
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import './tool-button.css';

export interface ToolButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> {
  icon: LucideIcon;
  /** Its accessible name and tooltip. */
  label: string;
  /** Shown in the tooltip: "⌘B". */
  keys?: string | undefined;
  /** What it stands for holds at the caret, or its menu is open. */
  on?: boolean;
}

/** Looks are the owner's: `.ll-tool` and whatever class it gives. */
export function ToolButton({ icon: Icon, label, keys, on, className, ...rest }: ToolButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={className ? `ll-tool ${className}` : 'll-tool'}
      aria-label={label}
      data-tip={label}
      data-keys={keys}
      data-on={on || undefined}
      // A press must not take the focus from the text: the selection would go, and with it the drawn keyboard.
      onMouseDown={(event) => event.preventDefault()}
      {...rest}
    >
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
    </button>
  );
}
