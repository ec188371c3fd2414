// A part of a page that is loaded when it is first needed: the editor, a picker, a dialog. React's own `lazy` remembers a
// failed load for ever; this one asks again when the boundary is tried again.
import { createElement, type ReactNode, use } from 'react';

/** The props of a function component. */
type PropsOf<Part> = Part extends (...args: infer Args) => ReactNode
  ? Args extends [infer Props extends object]
    ? Props
    : object
  : never;

export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Starts loading (hover, idle) without rendering. Never rejects; a failure shows when the part is rendered. */
  preload: () => Promise<void>;
}

const failed = new Set<() => void>();

/** Makes parts that could not be loaded load again; called when a boundary is tried again. */
export function forgetFailedParts(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** `lazyPart(() => import('./picker.tsx'), 'Picker')`. Suspends while loading, throws the load's error to the boundary. */
export function lazyPart<Module, Key extends keyof Module>(
  load: () => Promise<Module>,
  name: Key,
): LazyPart<PropsOf<Module[Key]>> {
  let loading: Promise<Module> | undefined;
  let loaded: Module | undefined;
  const start = () => {
    if (!loading) {
      loading = load();
      loading.then(
        (module) => {
          loaded = module;
        },
        // Not forgotten at once: React asks again to learn the error, and would start a new load each time.
        () =>
          failed.add(() => {
            loading = undefined;
          }),
      );
    }
    return loading;
  };
  const Part = (props: PropsOf<Module[Key]>) => {
    // What is there is not waited for: React would show the fallback first, for up to 0.3 s.
    const component = (loaded ?? use(start()))[name] as (props: PropsOf<Module[Key]>) => ReactNode;
    return createElement(component, props);
  };
  Part.preload = () =>
    start().then(
      () => undefined,
      () => undefined,
    );
  return Part;
}
