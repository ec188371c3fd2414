// Renders one component for a test, and cleans up after it.
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { onTestFinished } from 'vitest';

let root: Root | undefined;

/** Test files share this module: what it asked for when it was loaded would hold for the first of them only. */
function begin(host: HTMLElement): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.body.append(host);
  root = createRoot(host);
  onTestFinished(() => {
    act(() => root?.unmount());
    root = undefined;
    document.body.replaceChildren();
  });
}

/** Renders, or renders anew, and returns where. */
export function render(node: ReactNode): HTMLElement {
  const host = document.body.querySelector<HTMLElement>('[data-host]') ?? document.createElement('div');
  host.dataset['host'] = '';
  if (!root) begin(host);
  act(() => root?.render(node));
  return host;
}

/** The element that matches and, if given, has exactly this text. Fails when there is none. */
export function find(selector: string, text?: string): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const found = all.find((element) => text === undefined || element.textContent.trim() === text);
  if (!found) throw new Error(`No ${selector} with "${text ?? ''}" in ${document.body.innerHTML}`);
  return found;
}

export const click = (element: HTMLElement): void => act(() => element.click());

/** The only input, or the one that matches. */
export function findInput(selector = 'input'): HTMLInputElement {
  const found = find(selector);
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`${selector} is no input`);
}

/** Writes into an input as a person does: React hears of it. */
export function type(input: HTMLInputElement, value: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
