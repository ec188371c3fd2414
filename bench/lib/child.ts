// Programs of a bench in processes of their own: asked and answered one question at a time over IPC.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly process: ChildProcess;
  /** Rejects if the program fails or ends instead of answering. */
  ask<Answer>(question: unknown): Promise<Answer>;
  end(): Promise<void>;
}

interface Message {
  readonly answer?: unknown;
  readonly error?: string;
}

/** `program` is a file of the folder programs. `options.v8` are flags for node. */
export function startChild(program: string, options: { v8?: readonly string[] } = {}): Child {
  const path = fileURLToPath(new URL(`../programs/${program}`, import.meta.url));
  const child = fork(path, [], { execArgv: [...(options.v8 ?? [])], serialization: 'advanced' });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  return {
    process: child,
    ask: <Answer>(question: unknown) =>
      new Promise<Answer>((done, fail) => {
        const onEnd = (code: number | null) => fail(new Error(`${program} ended with ${code}`));
        child.once('exit', onEnd);
        child.once('message', ({ answer, error }: Message) => {
          child.off('exit', onEnd);
          if (error === undefined) done(answer as Answer);
          else fail(new Error(`${program}: ${error}`));
        });
        child.send(question as object);
      }),
    end: async () => {
      child.kill();
      await exited;
    },
  };
}

/** The other side: in the program itself. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what comes over IPC, which knows no types
export function answer<Question>(work: (question: Question) => Promise<unknown>): void {
  process.on('message', (question: Question) => {
    work(question).then(
      (result) => process.send?.({ answer: result }),
      (error: Error) => process.send?.({ error: error.stack ?? String(error) }),
    );
  });
  // Whoever asked is gone.
  process.on('disconnect', () => process.exit());
  process.on('SIGTERM', () => process.exit(0));
}
