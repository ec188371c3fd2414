// The cases of what people keep for later: saved messages, scheduled ones, drafts.
import { v7 as uuid } from 'uuid';
import * as drafts from '#contract/chat/drafts.ts';
import * as saved from '#contract/chat/saved.ts';
import * as scheduled from '#contract/chat/scheduled.ts';
import { upload } from '../../kit/files.ts';
import { paragraph, type Side, schedule, some, write } from '../world.ts';
import { entry } from './case.ts';

const own = { byAnybody: 'it is always one’s own' };
const inSubSpace = (side: Side) => ({
  entity_type: 'space' as const,
  entity_id: side.space_id,
  sub_space_id: side.sub_space_id,
});
const toMember = ({ member }: Side) => ({ entity_type: 'employee' as const, entity_id: member.employee_id });
const said = (side: Side) => write(side.owner, inSubSpace(side), `${side.word} ${some()}`);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const words = (side: Side) => paragraph(`${side.word} ${some()}`);

const voice = async ({ owner }: Side) =>
  (await upload(owner, 'a voice', { folder: 'chat', name: `${some()}.weba` })).file_id;

const save = async (side: Side) => {
  const { message_id } = await said(side);
  await side.owner.call(saved.save, { message_id });
  return { message_id };
};

export const laterCases = [
  entry(saved.save, own)(async (side) => ({ input: { message_id: (await said(side)).message_id } })),
  entry(saved.unsave, own)(async (side) => ({ input: await save(side) })),
  entry(saved.listMarks)(() => ({ input: {} })),
  entry(saved.listSaved)(async (side) => {
    await save(side);
    await save(side);
    const { next_cursor } = await side.owner.call(saved.listSaved, { limit: '1' });
    return { input: { limit: '10', cursor: next_cursor ?? '' } };
  }),
  entry(scheduled.schedule, own)(
    async (side) => ({
      input: {
        ...inSubSpace(side),
        message_id: uuid(),
        body: words(side),
        attachments: [{ file_id: await voice(side), duration: 1_000, waveform: [1], alt: 'A voice' }],
        reply_to: (await said(side)).message_id,
        due_at: inAnHour(),
      },
    }),
    (side) => ({ input: { ...toMember(side), message_id: uuid(), body: words(side), due_at: inAnHour() } }),
  ),
  entry(
    scheduled.reschedule,
    own,
  )(async (side) => ({
    input: { message_id: await schedule(side.owner, toMember(side), side.word), body: words(side), due_at: inAnHour() },
  })),
  entry(
    scheduled.unschedule,
    own,
  )(async (side) => ({
    input: { message_id: await schedule(side.owner, toMember(side), side.word) },
  })),
  entry(
    scheduled.sendScheduled,
    own,
  )(async (side) => ({
    input: { message_id: await schedule(side.owner, toMember(side), side.word) },
  })),
  entry(scheduled.listScheduled)(() => ({ input: {} })),
  entry(drafts.keepDraft, own)(
    async (side) => ({
      input: {
        ...inSubSpace(side),
        body: words(side),
        reply_to: (await said(side)).message_id,
        typed_at: new Date().toISOString(),
      },
    }),
    (side) => ({ input: { ...toMember(side), body: words(side), typed_at: new Date().toISOString() } }),
  ),
  entry(drafts.listDrafts)(() => ({ input: {} })),
];
