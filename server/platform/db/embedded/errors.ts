// The one error of the embedded database that is meant for a person: its message says what is wrong and what to do.
// Anything else that is thrown in this folder is a bug.

/** Thrown by `startEmbedded`; show `message` without a stack. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}
