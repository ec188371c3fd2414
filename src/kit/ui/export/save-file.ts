// Hands a file that the server answered with to the browser, which saves it as it saves downloads.
import type { FileAnswer } from '#contract/kernel/file-answer.ts';

/** Long enough for the browser to have begun. Milliseconds. */
const BEGUN_MS = 60_000;

/** The same of what stands at an address of ours that says it is to be saved. */
export function saveAddress(url: string, file_name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = file_name;
  link.click();
}

export function saveFile({ file_name, mime_type, content }: FileAnswer): void {
  const url = URL.createObjectURL(new Blob([content], { type: mime_type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file_name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), BEGUN_MS);
}
