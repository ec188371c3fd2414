// What the queries of spaces are called: known without their code.

/** The first elements of the keys of the list. */
export const spacesKey = ['spaces', 'list'] as const;
/** Of the page about one space. */
export const spaceKey = ['spaces', 'one'] as const;
