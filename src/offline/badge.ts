// The number on the app's icon. What is counted is for the callers: the pages, and the worker when a push says it.

interface WithBadge {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** 0 takes it away. Never rejects: not every system has icons with numbers. */
export async function setBadge(count: number): Promise<void> {
  const where = navigator as unknown as WithBadge;
  try {
    await (count > 0 ? where.setAppBadge?.(count) : where.clearAppBadge?.());
  } catch {
    // Refused, or not installed.
  }
}
