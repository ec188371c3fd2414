import { Plus } from 'lucide-react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { click, find, findInput, render, type } from '../render.fixture.tsx';
import { Button } from './button.tsx';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';
import { Segments } from './segments.tsx';
import { TextField } from './text-field.tsx';

test('a busy button keeps its place and does nothing', () => {
  const act = vi.fn();
  render(<Button onClick={act}>Send</Button>);
  click(find('button'));
  render(
    <Button onClick={act} busy="Sending…">
      Send
    </Button>,
  );
  click(find('button'));
  expect(act).toHaveBeenCalledTimes(1);
  expect(find('button').getAttribute('aria-disabled')).toBe('true');
  // Both labels lie in one grid cell; the one that is not seen is not heard either.
  expect([...find('button').children].map((label) => label.getAttribute('aria-hidden'))).toEqual(['true', null]);
});

test('a link can look like a button', () => {
  render(
    <Button asChild kind="primary" icon={Plus}>
      <a href="/x" className="own">
        Go
      </a>
    </Button>,
  );
  expect([find('a').className, find('a').dataset['kind'], document.querySelector('button')]).toEqual([
    'll-button own',
    'primary',
    null,
  ]);
  expect(find('a .ll-button-label').textContent).toBe('Go');
  expect(find('a .ll-button-label svg').getAttribute('aria-hidden')).toBe('true');
});

test('label, hint and error belong to the input', () => {
  render(<TextField label="Work e-mail" hint="Yours" />);
  const input = findInput();
  expect(find('label').getAttribute('for')).toBe(input.id);
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Yours');
  render(<TextField label="Work e-mail" hint="Yours" error="Invalid email address" />);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Invalid email address',
  );
});

test('a password can be looked at', () => {
  render(<PasswordField label="Password" autoComplete="current-password" />);
  expect([findInput().type, findInput().autocomplete]).toEqual(['password', 'current-password']);
  click(find('button'));
  expect([findInput().type, find('button').getAttribute('aria-label')]).toEqual(['text', 'Hide password']);
});

function Code({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState('');
  return <CodeField label="Code" value={code} onChange={setCode} onComplete={onComplete} />;
}

test('a code may be pasted with what stands around it', () => {
  const done = vi.fn();
  render(<Code onComplete={done} />);
  const input = findInput();
  expect([input.autocomplete, input.inputMode]).toEqual(['one-time-code', 'numeric']);
  type(input, 'Code: 407');
  expect([input.value, done.mock.calls]).toEqual(['407', []]);
  type(input, '407 123 9');
  expect([input.value, done.mock.calls]).toEqual(['407123', [['407123']]]);
});

test('segments are one choice, with numbers only where there are some', () => {
  const choose = vi.fn();
  const options = [
    { value: 'all', label: 'All', count: 120 },
    { value: 'direct', label: 'Direct', count: 0 },
  ] as const;
  render(<Segments label="Conversations" options={options} value="all" onChange={choose} />);
  expect([...document.querySelectorAll('label')].map((label) => label.textContent)).toEqual(['All99+', 'Direct']);
  click(findInput('label:last-child input'));
  expect(choose.mock.calls).toEqual([['direct']]);
});
