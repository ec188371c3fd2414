// A message that begins with `/`: which command is meant, and what can be chosen. Pure.
import type { Node } from '@tiptap/pm/model';
import type { Inline } from '#contract/rich-text.ts';
import type { Command } from '../../types.ts';
import { fromEditor, type RawNode } from '../reading.ts';

/** `rest`: what stands behind the name and a blank; null while the name is still being typed. */
export interface Slash {
  readonly name: string;
  readonly rest: string | null;
}

/** What `/…` the document is, or null. Only a single line is a command, and a path (`/etc/hosts`) is none. */
export function slashIn(doc: Node): Slash | null {
  const line = doc.firstChild;
  if (doc.childCount !== 1 || line?.type.name !== 'paragraph') return null;
  const text = line.textBetween(0, line.content.size, null, (leaf) => (leaf.type.name === 'mention' ? '@' : '\n'));
  const [, name, rest] = /^\/([a-z]*)(?: (.*))?$/iu.exec(text) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), rest: rest ?? null };
}

/** What stands behind the name and a blank, with its marks and mentions. Of a document that is a command. */
export function behindCommand(doc: Node): readonly Inline[] {
  const begin = (slashIn(doc)?.name.length ?? 0) + 2;
  const [line] = fromEditor({ content: [doc.firstChild?.cut(begin).toJSON() as RawNode] }).content;
  return line?.type === 'paragraph' ? (line.content ?? []) : [];
}

export interface Choice {
  readonly commands: readonly Command[];
  /** There is no such command. */
  readonly unknown: boolean;
}

/** What fits what is typed. */
export function choiceOf({ name, rest }: Slash, commands: readonly Command[]): Choice {
  const fitting = commands.filter((command) =>
    rest === null ? command.name.startsWith(name) : command.name === name && (command.takes || !rest.trim()),
  );
  return { commands: fitting, unknown: !fitting.length && name !== '' };
}

/** What choosing it does: run it, or first write its name out so that something can follow. */
export const runsAtOnce = ({ name, rest }: Slash, command: Command): boolean =>
  command.needs ? Boolean(rest?.trim()) : !command.takes || rest !== null || name === command.name;
