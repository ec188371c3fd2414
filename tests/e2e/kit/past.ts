// A long conversation that was there before anybody looks.
import { writeHistory } from '#tests/kit/history.ts';
import { type Company, direct, write } from './people.ts';
import type { Server } from './server.ts';

/** What Kwame has written to Ines: `Message N.` has seq N, and she has read up to `read`. Returns the conversation's id. */
export async function past(
  server: Server,
  { id, ines, kwame }: Company,
  last: number,
  read: number = last,
  pause?: number,
): Promise<string> {
  const { conversation_id } = await write(kwame, direct(ines), 'Message 1.');
  await writeHistory((text, values) => server.sql(text, values), {
    company_id: id,
    conversation_id,
    people: [kwame.id],
    last_seq: last,
    read_seq: read,
    ...(pause && { pause }),
  });
  return conversation_id;
}
