// A small form: values, errors by field after leaving or submitting, one message for the whole, focus to the first error.
import { type FormEvent, useState } from 'react';
import { errorText, type Texts } from '#src/api/error-text.ts';
import { useUnsaved } from './unsaved.ts';

export type Checks<V> = { readonly [K in keyof V]?: (value: V[K], values: V) => string | undefined };

export interface Form<V extends Record<string, string>> {
  readonly values: V;
  readonly error: string | undefined;
  readonly busy: boolean;
  /** What stands in it is neither what it began with nor stored. */
  readonly unsaved: boolean;
  /** Props of a text field. */
  field(name: keyof V & string): {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
    onBlur: () => void;
  };
  set(name: keyof V & string, value: string): void;
  submit(event?: FormEvent<HTMLFormElement>): void;
}

/**
 * `send` is called with checked values; what it throws becomes the message, in the words of `texts` where they have the code. False
 * if it has stored nothing.
 */
export function useForm<V extends Record<string, string>>(
  initial: V,
  checks: Checks<V>,
  send: (values: V) => Promise<unknown>,
  texts: Texts = {},
): Form<V> {
  const [values, setValues] = useState(initial);
  const [stored, setStored] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string | undefined>>>({});
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const differs = (from: V) => Object.keys(values).some((name) => values[name] !== from[name]);
  // Sent and then emptied for the next one, it is as it began.
  const unsaved = differs(stored) && differs(initial);
  useUnsaved(unsaved);
  const problem = (name: keyof V & string, all: V) => checks[name]?.(all[name], all);
  const set = (name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      if ((await send(values)) !== false) setStored(values);
    } catch (thrown) {
      setError(errorText(thrown, texts));
    }
    setBusy(false);
  };
  return {
    values,
    error,
    busy,
    unsaved,
    set,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (event) => set(name, event.target.value),
      // An empty field that was only passed through is not an error yet.
      onBlur: () => values[name] && setErrors((before) => ({ ...before, [name]: problem(name, values) })),
    }),
    submit: (event) => {
      event?.preventDefault();
      if (busy) return;
      const found = Object.fromEntries(Object.keys(values).map((name) => [name, problem(name, values)]));
      setErrors(found);
      const first = Object.keys(found).find((name) => found[name]);
      if (!first) return void run();
      event?.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    },
  };
}
