// Who is typing, in a line that always has its room, so that nothing jumps. Not announced: it would never stop talking.
import { useTyping } from '#src/realtime/hooks.ts';

export function TypingLine({
  conversation_id,
  nameOf,
}: {
  conversation_id: string | undefined;
  nameOf: (id: string) => string;
}) {
  const typing = useTyping(conversation_id ?? '');
  return (
    <div className="ll-chat-typing" aria-hidden="true">
      {typingText(typing.map((id) => nameOf(id).split(' ', 1)[0] ?? ''))}
    </div>
  );
}

/** "Amara is typing…", "Amara and Kwame are typing…", "Several people are typing…" */
export function typingText(names: readonly string[]): string {
  const [first, second] = names;
  if (!first) return '';
  if (names.length > 2) return 'Several people are typing…';
  return second ? `${first} and ${second} are typing…` : `${first} is typing…`;
}
