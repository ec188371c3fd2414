// The formatting buttons under the text. What they do is the editor's; what they look like is there before it is loaded.
import {
  AtSign,
  Baseline,
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
} from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { moveFocus } from '#src/kit/ui/hooks/move-focus.ts';
import type { OpenMenu, Tool, ToolState } from '../types.ts';
import { ToolButton } from './tool-button.tsx';

export interface ToolbarProps {
  tools: ToolState;
  /** The menu that is open. */
  open: OpenMenu['kind'] | null;
  /** Without people to find there is no mention button. */
  mentions: boolean;
  /** A button was pressed; `anchor` is the button. */
  onTool: (tool: Tool, anchor: Element) => void;
}

interface Button {
  tool: Tool;
  label: string;
  icon: LucideIcon;
  keys?: string;
  menu?: true;
}

const command = /Mac|iP(?:hone|ad|od)/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl ';
const shifted = command === '⌘' ? '⌘⇧' : 'Ctrl Shift ';

const buttons: readonly Button[] = [
  { tool: 'mention', label: 'Mention somebody', icon: AtSign, keys: '@' },
  { tool: 'heading', label: 'Heading', icon: Heading, menu: true },
  { tool: 'bold', label: 'Bold', icon: Bold, keys: `${command}B` },
  { tool: 'italic', label: 'Italic', icon: Italic, keys: `${command}I` },
  { tool: 'color', label: 'Text colour', icon: Baseline, menu: true },
  { tool: 'link', label: 'Link', icon: Link, menu: true },
  { tool: 'bulletList', label: 'Bullet list', icon: List, keys: `${shifted}8` },
  {
    tool: 'orderedList',
    label: 'Numbered list',
    icon: ListOrdered,
    keys: `${shifted}7`,
  },
  { tool: 'blockquote', label: 'Quote', icon: Quote, keys: `${shifted}B` },
  { tool: 'code', label: 'Code', icon: Code, keys: `${command}E` },
];

const holds = (tools: ToolState, tool: Tool): boolean => tool !== 'mention' && Boolean(tools[tool]);

/** Drawn when one of its buttons changes, not with each key: `onTool` does the same whichever drawing of the composer it is of. */
export const Toolbar = memo(Buttons, (a, b) => a.tools === b.tools && a.open === b.open && a.mentions === b.mentions);

/** One tab stop; arrows move inside. */
function Buttons({ tools, open, mentions, onTool }: ToolbarProps): ReactNode {
  const shown = buttons.filter(({ tool }) => mentions || tool !== 'mention');
  const [stop, setStop] = useState<Tool | null>(null);
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="ll-composer-tools"
      onKeyDown={(event) => moveFocus(event, 'button', 'row')}
    >
      {shown.map(({ tool, label, icon, keys, menu }) => (
        <ToolButton
          key={tool}
          icon={icon}
          label={label}
          keys={keys}
          on={holds(tools, tool) || open === tool}
          data-tool={tool}
          data-color={tool === 'color' ? (tools.color ?? undefined) : undefined}
          tabIndex={(stop ?? shown[0]?.tool) === tool ? 0 : -1}
          {...(menu
            ? {
                'aria-haspopup': tool === 'link' ? 'dialog' : 'menu',
                'aria-expanded': open === tool,
              }
            : tool !== 'mention' && { 'aria-pressed': holds(tools, tool) })}
          onFocus={() => setStop(tool)}
          onClick={(event) => onTool(tool, event.currentTarget)}
        />
      ))}
    </div>
  );
}
