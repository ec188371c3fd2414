// A list that a text field points at: arrows move, Enter chooses, the focus stays in the field.
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { isComposing } from '../form/composing.ts';

export interface ActiveOption {
  /** Index of the option pointed at; -1 without options. */
  readonly active: number;
  /** For the <input>. */
  readonly input: {
    role: 'combobox';
    'aria-expanded': boolean;
    'aria-controls': string;
    'aria-autocomplete': 'list';
    'aria-activedescendant': string | undefined;
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  };
  /** For the element with the role `listbox`. */
  readonly listId: string;
  /** For each option; `aria-selected` is the caller's. */
  option(index: number): {
    id: string;
    role: 'option';
    tabIndex: -1;
    'data-active': '' | undefined;
    onPointerMove: () => void;
    onMouseDown: (event: { preventDefault(): void }) => void;
    onClick: () => void;
  };
}

/**
 * @param keys names the options: what somebody has moved to stays pointed at when others come around it. Without a key it is the place that
 *   they have moved to.
 * @param question what the options answer to: with another one the first option is pointed at again.
 * @param isBehind the options are still those of what was typed before: Enter waits for their own, and chooses the first of them.
 */
export function useActiveOption(
  keys: readonly (string | undefined)[],
  question: string,
  choose: (index: number) => void,
  isBehind = false,
): ActiveOption {
  const listId = useId();
  const [moved, setMoved] = useState<{ question: string; at: number; key: string | undefined }>();
  const pointed = moved?.question === question ? moved : { at: 0, key: undefined };
  const count = keys.length;
  const at = pointed.key === undefined ? pointed.at : Math.max(keys.indexOf(pointed.key), 0);
  const active = Math.min(at, count - 1);
  const idOf = (index: number) => `${listId}-${index}`;
  const point = (to: number) => setMoved({ question, at: to, key: keys[to] });
  const waits = useRef(false);
  const chooseFirst = useEffectEvent(() => {
    const isDue = waits.current && count > 0;
    waits.current = false;
    if (isDue) choose(0);
  });
  useEffect(() => {
    if (!isBehind) chooseFirst();
  }, [isBehind]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (isComposing(event.nativeEvent) || event.altKey || event.ctrlKey || event.metaKey || !(count || isBehind))
      return;
    if (key === 'Enter') {
      if (isBehind) waits.current = true;
      else choose(active);
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const next = (active + (key === 'ArrowDown' ? 1 : -1) + count) % count;
      point(next);
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  };
  return {
    active,
    input: {
      role: 'combobox',
      'aria-expanded': count > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active < 0 ? undefined : idOf(active),
      onKeyDown,
    },
    listId,
    option: (index) => ({
      id: idOf(index),
      role: 'option',
      tabIndex: -1,
      'data-active': index === active ? '' : undefined,
      onPointerMove: () => {
        if (index !== active) point(index);
      },
      onMouseDown: (event) => event.preventDefault(),
      onClick: () => choose(index),
    }),
  };
}
