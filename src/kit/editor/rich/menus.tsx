// The menus of the toolbar that need the editor: heading, text colour, link.

import { Button, TextField } from '@radix-ui/themes';
import type { Editor } from '@tiptap/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { textColors } from '#contract/rich-text.ts';
import { moveFocus } from '#src/kit/ui/hooks/move-focus.ts';
import { addressOf } from '../plain/addresses.ts';
import { Popover } from '../popover/popover.tsx';
import type { OpenMenu, ToolState } from '../types.ts';

export interface ToolMenuProps {
  menu: OpenMenu;
  tools: ToolState;
  editor: Editor;
  onClose: () => void;
}

interface Choice {
  label: string;
  chosen: boolean;
  look?: ReactNode;
  run: () => void;
}

const names = {
  heading: 'Heading',
  color: 'Text colour',
  link: 'Link',
} as const;

/** The open menu, beside its button. Afterwards the caret is in the text again. */
export function ToolMenu({ menu, tools, editor, onClose }: ToolMenuProps): ReactNode {
  const { kind, anchor } = menu;
  const done = () => {
    onClose();
    editor.view.focus();
  };
  return (
    <Popover
      beside={() => anchor.getBoundingClientRect()}
      within={anchor}
      label={names[kind]}
      role={kind === 'link' ? 'dialog' : 'menu'}
      onClose={done}
    >
      {kind === 'link' ? (
        <LinkForm href={tools.link} editor={editor} onDone={done} />
      ) : (
        <Choices choices={kind === 'heading' ? headings(editor, tools) : colors(editor, tools)} onDone={done} />
      )}
    </Popover>
  );
}

function Choices({ choices, onDone }: { choices: Choice[]; onDone: () => void }): ReactNode {
  return (
    <div role="none" onKeyDown={(event) => moveFocus(event, '[role="menuitemradio"]', 'column')}>
      {choices.map(({ label, chosen, look, run }) => (
        <button
          key={label}
          type="button"
          role="menuitemradio"
          aria-checked={chosen}
          tabIndex={chosen ? 0 : -1}
          className="ll-pop-row"
          onClick={() => {
            run();
            onDone();
          }}
        >
          {look}
          {label}
        </button>
      ))}
    </div>
  );
}

function headings(editor: Editor, tools: ToolState): Choice[] {
  const levels = [
    { label: 'Large heading', level: 1 },
    { label: 'Heading', level: 2 },
    { label: 'Small heading', level: 3 },
  ] as const;
  return [
    {
      label: 'Text',
      chosen: tools.heading === 0,
      run: () => editor.commands.setParagraph(),
    },
    ...levels.map(({ label, level }) => ({
      label,
      chosen: tools.heading === level,
      run: () => editor.commands.setHeading({ level }),
    })),
  ];
}

function colors(editor: Editor, tools: ToolState): Choice[] {
  const swatch = (color: string) => <span className="ll-swatch" data-swatch={color} aria-hidden="true" />;
  return [
    {
      label: 'Default',
      chosen: tools.color === null,
      look: swatch('default'),
      run: () => editor.commands.unsetMark('textStyle'),
    },
    ...textColors.map((color) => ({
      label: `${color[0]?.toUpperCase()}${color.slice(1)}`,
      chosen: tools.color === color,
      look: swatch(color),
      run: () => editor.commands.setMark('textStyle', { color }),
    })),
  ];
}

function LinkForm({ href, editor, onDone }: { href: string | null; editor: Editor; onDone: () => void }): ReactNode {
  const [wrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const typed = new FormData(event.currentTarget).get('href');
    const address = typeof typed === 'string' ? addressOf(typed) : undefined;
    setWrong(address === undefined);
    if (address === undefined) return;
    setLink(editor, address);
    onDone();
  };
  const remove = () => {
    editor.commands.unsetLink();
    onDone();
  };
  return (
    <form className="ll-link-form" onSubmit={submit} noValidate>
      <label htmlFor="ll-link-address">Address</label>
      <TextField.Root
        id="ll-link-address"
        name="href"
        size="3"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        placeholder="example.com"
        defaultValue={href ?? ''}
        aria-invalid={wrong}
        aria-describedby={wrong ? 'll-link-wrong' : undefined}
      />
      {wrong && (
        <p id="ll-link-wrong" role="alert" className="ll-link-wrong">
          Enter an address, like example.com
        </p>
      )}
      <div className="ll-link-buttons">
        {href && (
          <Button type="button" variant="ghost" color="gray" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button type="submit" variant="solid" color="gray">
          {href ? 'Save' : 'Add link'}
        </Button>
      </div>
    </form>
  );
}

/** Links the selection, or the whole link that the caret is in; with nothing selected the address itself is put in. */
function setLink(editor: Editor, href: string): void {
  const { selection, schema, tr } = editor.state;
  const mark = schema.marks['link']?.create({ href });
  if (!mark) return;
  if (selection.empty && !editor.isActive('link')) {
    const text = href.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '');
    editor.view.dispatch(tr.replaceSelectionWith(schema.text(text, [mark]), false).removeStoredMark(mark));
  } else {
    editor.chain().extendMarkRange('link').setLink({ href }).run();
  }
}
