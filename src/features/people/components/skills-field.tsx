// What somebody is good at, as chips: Enter or a comma puts one in, a press or Backspace takes one out.
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { isComposing } from '#src/kit/ui/form/composing.ts';
import '#src/kit/people/people-picker.css';

const MOST = 50;

export interface SkillsFieldProps {
  skills: readonly string[];
  onChange: (skills: readonly string[]) => void;
  aside?: ReactNode;
  hint?: ReactNode;
}

export function SkillsField({ skills, onChange, aside, hint }: SkillsFieldProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const full = skills.length >= MOST;
  const add = (said: string) => {
    setText('');
    const skill = said.trim();
    const known = skills.some((one) => one.toLowerCase() === skill.toLowerCase());
    if (skill && !known && !full) onChange([...skills, skill]);
  };
  const remove = (skill: string) => {
    onChange(skills.filter((one) => one !== skill));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Backspace' && !text) onChange(skills.slice(0, -1));
    if (event.key !== ',' && (event.key !== 'Enter' || !text.trim())) return;
    event.preventDefault();
    add(text);
  };
  return (
    <div className="ll-skills">
      <TextField
        ref={input}
        label="Skills"
        aside={aside}
        hint={hint ?? (full ? 'No more than 50 fit: remove one first.' : 'Press Enter after each.')}
        autoComplete="off"
        enterKeyHint="enter"
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        // What was typed and not put in would be lost with a press of Save.
        onBlur={() => add(text)}
        trailing={
          text.trim() ? <IconButton size="small" icon={Plus} label="Add skill" onClick={() => add(text)} /> : null
        }
      />
      {skills.length ? (
        <ul className="ll-picker-chosen" aria-label="Chosen skills">
          {skills.map((skill) => (
            <li key={skill}>
              <button type="button" className="ll-picker-chip ll-skill" onClick={() => remove(skill)}>
                <span className="ll-hidden-text">Remove </span>
                <span className="ll-ellipsis">{skill}</span>
                <X size={14} strokeWidth={2.2} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
