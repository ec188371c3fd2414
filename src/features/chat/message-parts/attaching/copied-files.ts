// Whether somebody who pastes means the files in the clipboard, or the text beside them.

/** No files if it is the text: office programs put a picture of it there, too. Empty also if there are none. */
export function copiedFiles(data: Pick<DataTransfer, 'files' | 'types' | 'getData'> | null): File[] {
  const files = [...(data?.files ?? [])];
  if (!data?.types.includes('text/plain')) return files;
  // Who copies files in the Finder, or another file manager, copies their names or paths as well. In whatever way accents are written.
  const names = new Set(files.map(({ name }) => name.normalize()));
  const lines = data
    .getData('text/plain')
    .normalize()
    .trim()
    .split(/\s*[\r\n]\s*/);
  const isNamed = lines.every((line) => names.has(line) || names.has(line.replace(/^.*[\\/]/, '')));
  return isNamed || (lines[0] === '' && !data.types.includes('text/html')) ? files : [];
}
