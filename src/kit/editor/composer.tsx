// The message composer: field, toolbar, send button, notices. Its behaviour stands in use-composer.ts, its props in types.ts.
import { Lock, SendHorizontal, Smile, Type } from 'lucide-react';
import { type MouseEvent, type ReactNode, Suspense, useImperativeHandle, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { PlainField } from './plain/plain-field.tsx';
import { ToolButton } from './tools/tool-button.tsx';
import { type ComposerProps, noTools } from './types.ts';
import { useComposer } from './use-composer.ts';
import './composer.css';

const EmojiPopover = lazyPart(() => import('./emoji/emoji-popover.tsx'), 'EmojiPopover');

const notices = {
  failed: 'This message couldn’t be kept on this device. Your text is still here: try again.',
  unformatted: 'Formatting isn’t loaded yet. You can write and send without it.',
} as const;

/** Writes a message, or edits one. Usable from the first frame on and without any network. */
export function Composer(props: ComposerProps): ReactNode {
  return props.disabledReason === undefined ? (
    <Writing {...props} />
  ) : (
    <p className="ll-composer-closed">
      <Lock size={16} strokeWidth={1.9} aria-hidden="true" />
      {props.disabledReason}
    </p>
  );
}

function Writing(props: ComposerProps): ReactNode {
  const { mode = 'new', placeholder = 'Write a message', findMentions, onCancel, ref } = props;
  const composer = useComposer(props, placeholder);
  const { plain, rich, stage, status, notice, menu } = composer;
  const [tools, setTools] = useState(noTools);
  const [expanded, setExpanded] = useState(false);
  const [emojiAnchor, setEmojiAnchor] = useState<Element | null>(null);
  useImperativeHandle(ref, () => composer);

  const events = {
    start: stage.start,
    placeholder,
    onInput: composer.onInput,
    onSend: () => void composer.submit(),
    onEscape: composer.onEscape,
    onEditLast: composer.onEditLast,
    onFocus: () => void composer.upgrade(),
  };
  const shortcut = (key: string): boolean => {
    const tool = ({ b: 'bold', i: 'italic', e: 'code' } as const)[key];
    if (tool) void composer.run(tool, document.body);
    return tool !== undefined;
  };
  // A press beside the text, or on a draft that is only drawn yet, is meant for the text.
  const beside = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('textarea, [contenteditable]')) return;
    event.preventDefault();
    composer.focus();
  };
  const word = notice
    ? notices[notice]
    : (status.problem ?? (status.left === null ? null : `${status.left} characters left`));

  return (
    <div
      className="ll-composer"
      data-mode={mode}
      data-expanded={expanded || undefined}
      data-blank={(status.blank && !props.loaded) || undefined}
    >
      <div className="ll-composer-frame">
        <div className="ll-composer-box">
          {props.extras ? <div className="ll-composer-tray" /> : null}
          <div className="ll-composer-field" onMouseDown={beside}>
            {stage.rich ? (
              <stage.rich.module.RichField
                {...events}
                editor={stage.rich.editor}
                ref={rich}
                findMentions={findMentions}
                findCommands={props.findCommands}
                menu={menu}
                onMenuClose={composer.closeMenu}
                onTools={setTools}
              />
            ) : (
              <PlainField {...events} ref={plain} onShortcut={shortcut} />
            )}
            {status.empty && (
              <span className="ll-composer-hint" aria-hidden="true">
                {placeholder}
              </span>
            )}
          </div>
          <div className="ll-composer-quick">
            {props.extras ? <div className="ll-composer-extras">{props.extras}</div> : null}
            <ToolButton
              className="ll-composer-more"
              icon={Type}
              label="Formatting"
              on={expanded}
              aria-expanded={expanded}
              onClick={() => setExpanded(!expanded)}
            />
            <ToolButton
              icon={Smile}
              label="Emoji"
              on={emojiAnchor !== null}
              aria-haspopup="dialog"
              aria-expanded={emojiAnchor !== null}
              onClick={(event) => setEmojiAnchor(emojiAnchor ? null : event.currentTarget)}
            />
          </div>
          {/* It comes with the editor, a moment after the field; its room is there before. */}
          {stage.rich ? (
            <stage.rich.module.Toolbar
              tools={tools}
              open={menu?.kind ?? null}
              mentions={findMentions !== undefined}
              onTool={(tool, anchor) => void composer.run(tool, anchor)}
            />
          ) : (
            <div className="ll-composer-tools" />
          )}
        </div>
        {props.sendMenu}
        {mode === 'new' ? (
          <IconButton
            className="ll-composer-send"
            icon={SendHorizontal}
            label="Send"
            keys="↵"
            kind={status.blank && !props.loaded ? 'soft' : 'primary'}
            onMouseDown={(event) => event.preventDefault()}
            onClick={events.onSend}
          />
        ) : (
          <div className="ll-composer-edit">
            <Button kind="ghost" onClick={onCancel}>
              Cancel
            </Button>
            <Button kind="ink" onClick={events.onSend}>
              Save
            </Button>
          </div>
        )}
      </div>
      <p
        className="ll-composer-word"
        role={notice === 'failed' ? 'alert' : 'status'}
        data-bad={status.problem !== null || undefined}
      >
        {word}
      </p>
      {emojiAnchor && (
        <Suspense>
          <EmojiPopover
            anchor={emojiAnchor}
            onClose={() => setEmojiAnchor(null)}
            onPick={(emoji) => {
              setEmojiAnchor(null);
              composer.insert(emoji);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
