// What goes along with a message: the two buttons, pasting, dropping onto the conversation, and the tray of what was chosen.
// It comes right after the page.
import { Mic, Paperclip } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { attachmentLimits } from '#contract/chat/attachment.ts';
import { ToolButton } from '#src/kit/editor/tools/tool-button.tsx';
import { useShortcut } from '#src/kit/ui/hooks/use-shortcut.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { keepPage } from '#src/offline/device/busy.ts';
import { type Chosen, choose, TOO_MANY } from './chosen.ts';
import { copiedFiles } from './copied-files.ts';
import { takeHanded } from './handed.ts';
import { Tray } from './tray.tsx';
import { followTray, inTray, lay, putInto } from './trays.ts';
import './attach.css';

const Recorder = lazyPart(() => import('./recorder.tsx'), 'Recorder');

export interface AttachProps {
  /** Of the conversation. */
  addressKey: string;
  files: readonly Chosen[];
  onFiles: (files: readonly Chosen[]) => void;
  /** Some are being looked at: all that there will be then. */
  onComing: (coming: Promise<readonly Chosen[]> | undefined) => void;
  /** The text shall have the focus again. */
  onDone: () => void;
}

export function Attach({ addressKey, files, onFiles, onComing, onDone }: AttachProps): ReactNode {
  const first = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const last = useRef<Promise<unknown>>(undefined);
  const [places, setPlaces] = useState<{ readonly tray: Element; readonly whole: HTMLElement }>();
  // By a voice there may be one too many: no recording is thrown away because files were chosen meanwhile.
  const [problems, setProblems] = useState<readonly string[]>(() => problemOf(inTray(addressKey)) ?? []);
  const [recording, setRecording] = useState(false);
  const [over, setOver] = useState(false);

  const put = (next: readonly Chosen[]) => putInto(addressKey, next);
  const isFull = files.length >= attachmentLimits.files;
  const show = useEffectEvent(onFiles);
  useEffect(() => {
    const composer = first.current?.closest('.ll-composer');
    const [tray, whole] = [
      composer?.querySelector('.ll-composer-tray'),
      composer?.closest<HTMLElement>('section, aside'),
    ];
    if (tray && whole) setPlaces({ tray, whole });
  }, []);
  useEffect(() => {
    const kept = inTray(addressKey);
    if (kept.length) show(kept);
    return followTray(addressKey, (next) => {
      show(next);
      setProblems((before) => problemOf(next) ?? before);
    });
  }, [addressKey]);
  // What was sent is in no tray any more.
  const begun = useRef(false);
  useEffect(() => {
    // To begin with these are not shown yet.
    if (begun.current || files.length) lay(addressKey, files);
    begun.current = true;
  }, [files, addressKey]);
  useEffect(() => (recording ? keepPage() : undefined), [recording]);

  const look = async (list: readonly File[]): Promise<readonly Chosen[]> => {
    // One after the other: each adds to what the one before has left.
    await last.current?.catch(() => undefined);
    const before = inTray(addressKey);
    const { chosen, problems: found } = await choose(list, attachmentLimits.files - before.length);
    setProblems(found);
    const all = [...inTray(addressKey), ...chosen];
    if (chosen.length) put(all);
    return all;
  };
  const add = async (list: readonly File[]) => {
    if (!list.length) return;
    // Whoever sends meanwhile means them, too.
    const coming = look(list);
    last.current = coming;
    onComing(coming);
    await coming.finally(() => {
      if (last.current === coming) onComing(undefined);
    });
  };
  const bring = useEffectEvent((list: readonly File[]) => void add(list));
  useEffect(() => void takeHanded(addressKey).then((list) => bring(list)), [addressKey]);
  /** After a while: whoever went elsewhere meanwhile stays there. */
  const backIfHere = () => {
    const at = document.activeElement;
    if (at === document.body || first.current?.closest('.ll-composer')?.contains(at)) onDone();
  };
  // Where somebody writes, else in the conversation itself.
  const isMeant = () => {
    const composer = document.activeElement?.closest('.ll-composer') ?? document.querySelector('.ll-composer');
    return composer?.contains(first.current) === true;
  };
  useShortcut('u', () => input.current?.click(), { mod: true, shift: true, when: isMeant });
  useFilesInto(places?.whole, (list) => void add(list), setOver);

  return (
    <>
      <ToolButton ref={first} icon={Paperclip} label="Attach files" onClick={() => input.current?.click()} />
      {canRecord() ? (
        <ToolButton
          icon={Mic}
          label="Record a voice message"
          on={recording}
          {...(isFull && { 'aria-disabled': true, 'aria-description': TOO_MANY, 'data-tip': TOO_MANY })}
          // Not everybody has a tip to read, or a voice to listen to.
          onClick={() => (isFull ? setProblems([TOO_MANY]) : setRecording(true))}
        />
      ) : null}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          const list = [...(currentTarget.files ?? [])];
          // The same file once more is a choice, too.
          currentTarget.value = '';
          void add(list).then(backIfHere);
        }}
      />
      {places && (files.length || problems.length || recording)
        ? createPortal(
            <>
              <Tray
                files={files}
                problems={problems}
                onRemove={(file_id) => {
                  put(files.filter((file) => file.file_id !== file_id));
                  onDone();
                }}
                onDescribe={(file_id, alt) =>
                  put(files.map((file) => (file.file_id === file_id ? { ...file, alt } : file)))
                }
                onProblemsSeen={() => setProblems([])}
              />
              {recording ? (
                <Suspense>
                  <Recorder
                    onProblem={(text) => setProblems([text])}
                    onEnd={(voice) => {
                      setRecording(false);
                      if (voice) put([...inTray(addressKey), voice]);
                      backIfHere();
                    }}
                  />
                </Suspense>
              ) : null}
            </>,
            places.tray,
          )
        : null}
      {places && over ? createPortal(<p className="ll-drop">Drop files to attach them</p>, places.whole) : null}
    </>
  );
}

const problemOf = ({ length }: readonly Chosen[]) => (length > attachmentLimits.files ? [TOO_MANY] : undefined);

const canRecord = (): boolean => 'MediaRecorder' in globalThis && navigator.mediaDevices !== undefined;

/** Files that are pasted or dropped into the conversation. */
function useFilesInto(
  whole: HTMLElement | undefined,
  onFiles: (files: readonly File[]) => void,
  onOver: (over: boolean) => void,
): void {
  const came = useEffectEvent(onFiles);
  const hovers = useEffectEvent(onOver);
  useEffect(() => {
    if (!whole) return;
    const controller = new AbortController();
    const { signal } = controller;
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const leave = () => {
      depth = 0;
      hovers(false);
    };
    whole.addEventListener(
      'paste',
      (event) => {
        const files = copiedFiles(event.clipboardData);
        if (!files.length) return;
        event.preventDefault();
        event.stopPropagation();
        came(files);
      },
      { signal, capture: true },
    );
    whole.addEventListener(
      'dragenter',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        if (depth++ === 0) hovers(true);
      },
      { signal },
    );
    whole.addEventListener(
      'dragleave',
      (event) => {
        if (hasFiles(event) && --depth <= 0) leave();
      },
      { signal },
    );
    whole.addEventListener(
      'dragover',
      (event) => {
        if (hasFiles(event)) event.preventDefault();
      },
      { signal },
    );
    whole.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        leave();
        came([...(event.dataTransfer?.files ?? [])]);
      },
      { signal, capture: true },
    );
    return () => controller.abort();
  }, [whole]);
}
