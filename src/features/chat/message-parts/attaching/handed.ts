// Files that a conversation is opened with: they are in its tray once its composer is there.

/** By address key. */
const handed = new Map<string, readonly File[]>();

export function handFiles(key: string, files: readonly File[]): void {
  if (files.length) handed.set(key, files);
}

/** Once. */
export async function takeHanded(key: string): Promise<readonly File[]> {
  const files = handed.get(key) ?? [];
  handed.delete(key);
  return files;
}
