// Whether what waits was written in a conversation, or in a part of it. Pure.

/** `scope`: of a record of the outbox. `place`: `space/ID`, with its sub-spaces, `employee/ID`, `thread/ROOT`. */
export const isInPlace = (scope: string, place: string): boolean => scope === place || scope.startsWith(`${place}/`);
