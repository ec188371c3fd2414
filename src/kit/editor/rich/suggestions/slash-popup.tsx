// The list while somebody types `/`: what can be done, and what is said when there is no such command.
import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { docOf, mentionsOf, plainText, type RichText } from '#contract/rich-text.ts';
import { Popover } from '../../popover/popover.tsx';
import type { Command, CommandCall, ComposerProps } from '../../types.ts';
import { holdContent, restart } from '../hold.ts';
import { fromEditor, type RawNode } from '../reading.ts';
import { optionId, useCombobox } from './combobox.ts';
import { behindCommand, type Choice, choiceOf, runsAtOnce, type Slash, slashIn } from './slash.ts';

/** The open list, and what the editor's keys do with it. */
export interface Slashes {
  readonly slash: Slash | null;
  readonly choice: Choice | null;
  readonly active: number;
  readonly listId: string;
  readonly choose: (index: number) => void;
  readonly point: (index: number) => void;
  readonly takesKey: (event: KeyboardEvent) => boolean;
  /** See RichHandle. */
  readonly takesSend: () => boolean;
}

export interface SlashInput {
  readonly editor: Editor;
  readonly findCommands: ComposerProps['findCommands'];
  readonly onInput: (doc: RichText) => void;
  readonly onSend: () => void;
}

const none: readonly Command[] = [];

export function useSlashes({ editor, findCommands, onInput, onSend }: SlashInput): Slashes {
  const listId = useId();
  const slash = useEditorState({ editor, selector: () => (findCommands ? slashIn(editor.state.doc) : null) });
  const [commands, setCommands] = useState(none);
  const [pointed, setPointed] = useState(0);
  /** What stands there is sent as it is. A reference: sending asks in the same task. */
  const asText = useRef(false);
  const [shown, setShown] = useState(true);
  const busy = useRef(false);
  /** It was to be sent before the commands were here. */
  const waits = useRef(false);
  const isOpen = slash !== null;
  const goOn = useEffectEvent(() => {
    waits.current = false;
    onSend();
  });
  const ask = useEffectEvent((find: ComposerProps['findCommands']) => {
    // Without them it is sent as it stands.
    const without = () => {
      asText.current = true;
      if (waits.current) goOn();
    };
    find?.().then((found) => (found.length ? setCommands(found) : without()), without);
  });
  useEffect(() => {
    if (commands.length && waits.current) goOn();
  }, [commands]);
  useEffect(() => {
    asText.current = false;
  }, [isOpen]);
  // Anew when others may be there.
  useEffect(() => {
    if (isOpen) ask(findCommands);
  }, [isOpen, findCommands]);
  if (!isOpen && !shown) setShown(true);

  const choice = slash && shown && commands.length ? choiceOf(slash, commands) : null;
  // Nothing is pointed at first where there is no such command: one Enter says so, the next one sends.
  const active = choice?.unknown ? Math.min(pointed - 1, 0) : Math.min(pointed, (choice?.commands.length ?? 0) - 1);
  const [typed, setTyped] = useState(slash?.name);
  if (typed !== slash?.name) {
    setTyped(slash?.name);
    setPointed(0);
  }

  const dismiss = () => {
    asText.current = true;
    setShown(false);
  };
  const put = (doc: RichText) => {
    restart(editor, editor.schema.nodeFromJSON(doc));
    onInput(documentOf(editor));
  };
  const run = async (command: Command) => {
    if (busy.current) return;
    busy.current = true;
    // It may take a while, or lead elsewhere: what is typed meanwhile is no part of it.
    const held = holdContent(editor, onInput);
    const result = await command.run(callOf(editor)).catch(() => null);
    busy.current = false;
    if (result === undefined) return held.remove();
    held.release();
    if (result === null || editor.isDestroyed) return;
    put(result);
    asText.current = true;
    onSend();
  };
  const choose = (index: number) => {
    const command = choice?.commands[index];
    if (!slash || !choice) return;
    if (choice.unknown) {
      dismiss();
      onSend();
    } else if (command && runsAtOnce(slash, command)) void run(command);
    else if (command && slash.rest === null) put(docOf(`/${command.name} `));
    editor.view.focus();
  };
  const count = choice?.unknown ? 1 : (choice?.commands.length ?? 0);
  const enter = () => {
    if (choice?.unknown && active < 0) setPointed(1);
    else choose(active);
  };
  const takesKey = (event: KeyboardEvent): boolean => {
    if (!choice || !count || event.ctrlKey || event.metaKey || event.altKey) return false;
    const offset = choice.unknown ? 1 : 0;
    if (event.key === 'ArrowDown') setPointed(((active + 1) % count) + offset);
    else if (event.key === 'ArrowUp') setPointed(((Math.max(active, 0) + count - 1) % count) + offset);
    else if (event.key === 'Escape') dismiss();
    else if (event.key === 'Enter' && !event.shiftKey) enter();
    else if (event.key === 'Tab' && !event.shiftKey && !choice.unknown) choose(active);
    else return false;
    return true;
  };
  const takesSend = (): boolean => {
    if (asText.current) return false;
    // Whoever is quick is asked like everybody else. The document, because what follows from it may not be here yet.
    if (findCommands && !commands.length && slashIn(editor.state.doc)) return (waits.current = true);
    if (!choice || !count) return false;
    enter();
    return true;
  };
  return { slash, choice, active, listId, choose, point: setPointed, takesKey, takesSend };
}

function callOf(editor: Editor): CommandCall {
  const line = behindCommand(editor.state.doc);
  const doc: RichText = { type: 'doc', content: [{ type: 'paragraph', content: [...line] }] };
  return { text: plainText(doc).trim(), mentions: mentionsOf(doc), line };
}

const documentOf = (editor: Editor) => fromEditor(editor.getJSON() as RawNode);

/** Draws them at the beginning of the text. */
export function SlashPopup({ editor, slashes }: { editor: Editor; slashes: Slashes }): ReactNode {
  const { slash, choice, active, listId } = slashes;
  // Without a press outside that closes it: the send button does the command, too.
  const focused = useEditorState({ editor, selector: () => editor.isFocused });
  const open = focused && choice !== null && (choice.unknown || choice.commands.length > 0);
  useCombobox(editor, open, listId, active);
  if (!open || !slash) return null;
  const beside = () => (editor.view.dom.closest('.ll-composer-box') ?? editor.view.dom).getBoundingClientRect();
  const option = (index: number) => ({
    id: optionId(listId, index),
    role: 'option',
    'aria-selected': index === active,
    tabIndex: -1,
    className: 'll-pop-row',
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick: () => slashes.choose(index),
  });
  return (
    <Popover beside={beside} takesFocus={false} role="presentation" className="ll-mentions ll-slashes">
      {choice.unknown ? (
        <p className="ll-slash-unknown" role="status">
          There is no command <strong>{`/${slash.name}`}</strong>.
        </p>
      ) : null}
      <div id={listId} role="listbox" aria-label="Commands">
        {choice.unknown ? (
          <div {...option(0)}>
            <span className="ll-mentions-label">Send it as text</span>
          </div>
        ) : null}
        {choice.commands.map((command, index) => (
          <div key={command.name} {...option(index)} onPointerMove={() => slashes.point(index)}>
            <span className="ll-mentions-label">
              {`/${command.name}`}
              {command.takes ? <span className="ll-slash-takes">{` ${command.takes}`}</span> : null}
            </span>
            <span className="ll-mentions-detail">{command.detail}</span>
          </div>
        ))}
      </div>
    </Popover>
  );
}
