// What is wrong with a setting.

/** A setting of the environment that cannot be used; the message says which, why, and what would work. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
