// The one thing the kernel knows of the schema library: the Standard Schema interface (https://standardschema.dev),
// which valibot implements. Written out here so that no library version decides what crosses the wire.

/** What is wrong with a value: a sentence, and where it stands. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type Result<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** A schema of any library that implements Standard Schema v1. */
export interface Schema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

export type InputOf<S extends Schema> = NonNullable<S['~standard']['types']>['input'];
export type OutputOf<S extends Schema> = NonNullable<S['~standard']['types']>['output'];

/** `{ value }` or `{ issues }`, each issue with its path written as `a.b[2].c`. Throws if the schema is asynchronous. */
export function check<S extends Schema>(
  schema: S,
  value: unknown,
): { value: OutputOf<S>; issues?: never } | { issues: { path: string; message: string }[]; value?: never } {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) throw new TypeError('Schemas of the contract are synchronous');
  if (!result.issues) return { value: result.value as OutputOf<S> };
  return { issues: result.issues.map((issue) => ({ path: pathText(issue.path), message: issue.message })) };
}

function pathText(path: Issue['path']): string {
  let text = '';
  for (const step of path ?? []) {
    const key = typeof step === 'object' ? step.key : step;
    text += typeof key === 'number' ? `[${key}]` : text ? `.${String(key)}` : String(key);
  }
  return text;
}
