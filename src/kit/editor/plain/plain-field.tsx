// The writing field of the first moment: a growing textarea, there at once, that gives way to the editor when that is loaded.
// A draft that a textarea cannot show stands above it, drawn. Formatting is the editor's.
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { isComposing } from '../../ui/form/composing.ts';
import { joined } from '../document.ts';
import { enterHint, enterMeans } from '../keys.ts';
import type { FieldProps, PlainHandle } from '../types.ts';
import { RichTextView } from '../view/render.tsx';
import { createCalm, flatText, grow, plainHandle } from './plain-handle.ts';

export interface PlainFieldProps extends FieldProps {
  /** Ctrl/⌘ and a key: true if it asks for what only the editor can do, which is then being loaded. */
  onShortcut: (key: string) => boolean;
  ref: Ref<PlainHandle>;
}

/** See the head of this file. The text lives in the textarea; `onInput` tells every change. */
export function PlainField(props: PlainFieldProps): ReactNode {
  const { start, placeholder, onInput, onSend, onEscape, onEditLast, onShortcut, onFocus, ref } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [calm] = useState(createCalm);
  const [fixed, setFixed] = useState(start.fixed);

  useEffect(() => calm.gone, [calm]);

  const show = (keep: RichText | null, text: string) => {
    const element = area.current;
    if (!element) return;
    if (element.value !== text) element.value = text;
    grow(element);
    setFixed(keep);
  };

  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    grow(element);
    element.setSelectionRange(element.value.length, element.value.length);
    if (start.focus) element.focus();
  }, [start]);

  useImperativeHandle(ref, () =>
    plainHandle(() => (area.current ? { area: area.current, fixed, calm, show, tell: onInput } : null)),
  );

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const empty = event.currentTarget.value === '';
    let done = false;
    if (isComposing(event.nativeEvent)) return;
    if (enterMeans(event.nativeEvent) === 'send') {
      onSend();
      done = true;
    } else if (event.key === 'Escape') done = onEscape();
    else if (event.key === 'ArrowUp' && empty && !fixed) done = onEditLast();
    else if ((event.ctrlKey || event.metaKey) && !event.altKey) done = onShortcut(event.key.toLowerCase());
    else if (event.key === 'Backspace' && empty && fixed) {
      // Without the editor a draft's formatting cannot be changed, but its text can.
      const text = flatText(fixed);
      show(null, text);
      onInput(docOf(text));
      done = true;
    }
    if (done) event.preventDefault();
  };

  return (
    <>
      {fixed && <RichTextView doc={fixed} />}
      <textarea
        ref={area}
        className="ll-composer-plain"
        aria-label="Message"
        aria-placeholder={placeholder}
        rows={1}
        dir="auto"
        enterKeyHint={enterHint()}
        defaultValue={start.text}
        onInput={(event) => {
          grow(event.currentTarget);
          onInput(joined(fixed, event.currentTarget.value));
        }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onPointerDown={calm.press}
        onCompositionStart={calm.compose}
        onCompositionEnd={calm.composed}
      />
    </>
  );
}
