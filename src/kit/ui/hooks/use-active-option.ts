// A list that a text field points at: arrows move, Enter chooses, the focus stays in the field.
import { type KeyboardEvent, useId, useState } from 'react';

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

/** @param question what the options answer to: with another one the first option is pointed at again. */
export function useActiveOption(count: number, question: string, choose: (index: number) => void): ActiveOption {
  const listId = useId();
  const [pointed, setPointed] = useState({ question, at: 0 });
  const active = count ? Math.min(pointed.question === question ? pointed.at : 0, count - 1) : -1;
  const idOf = (index: number) => `${listId}-${index}`;
  const point = (at: number) => setPointed({ question, at });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || !count) return;
    if (key === 'Enter') choose(active);
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
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
