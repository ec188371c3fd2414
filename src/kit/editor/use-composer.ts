// The composer's behaviour: which field is shown and when it changes, what is told to the caller, sending. No markup in here.
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { docOf, isBlank, type RichText, richTextLimits, sizeOf } from '#contract/rich-text.ts';
import { textOf } from './document.ts';
import { createPart } from './part.ts';
import { createSender, tooLarge } from './sender.ts';
import type { ComposerProps, FieldStart, OpenMenu, PlainHandle, RichHandle, SendResult, Tool } from './types.ts';

const richPart = createPart(async () => (await import('./rich/rich-part.ts')).rich);
type RichModule = Awaited<ReturnType<typeof richPart.load>>;

const TYPING_MS = 3000;
/** From here on the room that is left is shown. */
const NEAR_LIMIT = 500;

interface Status {
  /** Nothing at all stands there: the placeholder shows. */
  empty: boolean;
  /** Nothing to send. */
  blank: boolean;
  /** Why it cannot be sent. */
  problem: string | null;
  /** Characters left, when they are few. */
  left: number | null;
}

function statusOf(doc: RichText): Status {
  const left = richTextLimits.text - sizeOf(doc).text;
  const problem = tooLarge(doc);
  const [first, second] = doc.content;
  const empty = second === undefined && first?.type === 'paragraph' && first.content === undefined;
  return {
    empty,
    blank: isBlank(doc),
    problem,
    left: problem === null && left <= NEAR_LIMIT ? left : null,
  };
}

const startOf = (doc: RichText | null, focus: boolean): FieldStart => {
  const text = doc ? textOf(doc) : '';
  return {
    fixed: text === null ? doc : null,
    text: text ?? '',
    caret: null,
    focus,
  };
};

/** Runs when the browser has nothing better to do. */
const onIdle = (run: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 3000 }) : setTimeout(run, 300);

const otherTask = () => new Promise((done) => setTimeout(done));

/** Waits for a moment in which the textarea can be taken away: nothing composing, no pointer down, nothing being sent. */
async function undisturbed(busy: () => Promise<unknown> | null): Promise<void> {
  for (let wait = busy(); wait; wait = busy()) await wait;
}

export function useComposer(props: ComposerProps, placeholder: string) {
  const { value, onChange, onSubmit, mode = 'new', onCancel, onEditLast, onTyping, autoFocus = false } = props;
  const plain = useRef<PlainHandle>(null);
  const rich = useRef<RichHandle>(null);
  const [sender] = useState(createSender);
  const [stage, setStage] = useState<{
    start: FieldStart;
    rich?: { module: RichModule; editor: Awaited<ReturnType<RichModule['createEditor']>> };
  }>(() => ({ start: startOf(value, autoFocus) }));
  const [status, setStatus] = useState(() => statusOf(value ?? docOf('')));
  const [notice, setNotice] = useState<'failed' | 'unformatted' | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  // What this composer has handed out: the caller's echo of it is no news.
  const given = useRef(new WeakSet<RichText>());
  /** A draft of another device that came while somebody wrote here. */
  const put = useRef<{ doc: RichText | null }>(undefined);
  /** Something stands there that was typed here: no draft is put over it. */
  const isTyped = useRef(false);
  const toldTyping = useRef(Number.NEGATIVE_INFINITY);
  const field = () => rich.current ?? plain.current;

  const show = (doc: RichText) =>
    setStatus((before) => {
      const now = statusOf(doc);
      return JSON.stringify(before) === JSON.stringify(now) ? before : now;
    });

  const onInput = (doc: RichText) => {
    given.current.add(doc);
    put.current = undefined;
    isTyped.current = !isBlank(doc);
    show(doc);
    onChange(doc);
    const now = performance.now();
    if (!onTyping || isBlank(doc) || now - toldTyping.current < TYPING_MS) return;
    toldTyping.current = now;
    onTyping();
  };

  const hint = useRef(placeholder);
  const exchange = async (): Promise<RichHandle | null> => {
    // Formatting is safe in the editor alone: a key in the textarea may take it off.
    const soon = richPart.ready() && (mode === 'edit' || stage.start.fixed);
    const module = await richPart.load().catch(() => null);
    if (!module) return null;
    // What can be made before is made in tasks of its own, so that no tap has to wait for all of it.
    const editor = await module.createEditor(() => hint.current, soon ? undefined : otherTask);
    await undisturbed(() => sender.busy() ?? plain.current?.calm() ?? null);
    const leaving = plain.current;
    if (!leaving) editor.destroy();
    else {
      // One task from reading the textarea to the caret in the editor: no key can fall between.
      const start = leaving.handOver();
      module.begin(editor, start);
      flushSync(() => setStage({ rich: { module, editor }, start }));
    }
    return rich.current;
  };
  const exchanging = useRef<Promise<RichHandle | null>>(undefined);
  const upgrade = async (): Promise<RichHandle | null> => {
    if (rich.current) return rich.current;
    exchanging.current ??= exchange().finally(() => {
      exchanging.current = undefined;
    });
    return exchanging.current;
  };

  const submit = async (store = onSubmit): Promise<SendResult> => {
    // Commands are the editor's: what looks like one waits for it.
    if (store === onSubmit && props.findCommands && /^\/[a-z]+(?: |$)/iu.test(plain.current?.handOver().text ?? ''))
      await upgrade();
    const from = field();
    if (!from || rich.current?.takesSend(store === onSubmit)) return 'blank';
    const pressed = document.activeElement;
    const result = await sender.send(from, store, mode === 'edit', props.loaded);
    if (result === 'waits') return result;
    setNotice(result === 'failed' ? 'failed' : null);
    if (result === 'sent') toldTyping.current = Number.NEGATIVE_INFINITY;
    // Whoever went elsewhere meanwhile stays there.
    if (document.activeElement === pressed || document.activeElement === document.body) field()?.focus();
    return result;
  };

  const run = async (tool: Tool, anchor: Element) => {
    const editor = await upgrade();
    setNotice(editor ? null : 'unformatted');
    if (!editor) return;
    if (tool === 'heading' || tool === 'color' || tool === 'link') {
      setMenu((open) => (open?.kind === tool ? null : { kind: tool, anchor }));
    } else editor.run(tool);
  };

  const upgradeSoon = useRef(upgrade);
  useEffect(() => {
    upgradeSoon.current = upgrade;
    hint.current = placeholder;
  });
  useEffect(() => void onIdle(() => void upgradeSoon.current()), []);

  const adopt = useRef((_: RichText | null) => {});
  useEffect(() => {
    adopt.current = (doc) => {
      const to = field();
      put.current = undefined;
      if (!to || (doc && given.current.has(doc))) return;
      if (isTyped.current && to.hasFocus() && document.hasFocus()) {
        put.current = { doc };
        return;
      }
      props.onAdopt?.();
      const news = doc ?? docOf('');
      if (JSON.stringify(to.read()) === JSON.stringify(news)) return;
      to.replace(news);
      show(news);
    };
  });
  useEffect(() => adopt.current(value), [value]);
  useEffect(() => {
    const left = () => put.current && adopt.current(put.current.doc);
    // Of the window, and of the field in it.
    addEventListener('blur', left, true);
    return () => removeEventListener('blur', left, true);
  }, []);

  return {
    plain,
    rich,
    stage,
    status,
    notice,
    menu,
    closeMenu: () => setMenu(null),
    run,
    submit,
    upgrade,
    insert: (text: string) => field()?.insert(text),
    focus: () => field()?.focus(),
    resume: () => {
      const to = field();
      to?.focus();
      const doc = to?.read();
      // No key was pressed.
      toldTyping.current = performance.now();
      if (doc && !isBlank(doc)) onInput(doc);
    },
    onInput,
    onEscape: () => {
      if (!onCancel) return false;
      onCancel();
      return true;
    },
    onEditLast: () => {
      if (mode !== 'new' || !onEditLast) return false;
      onEditLast();
      return true;
    },
  };
}
