// Imports of people: the file goes up, is judged, runs and is asked about while it does. All of it needs a connection.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { v7 as uuid } from 'uuid';
import type { RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import { upload } from '#src/kit/upload/upload.ts';
import { UploadError } from '#src/kit/upload/upload-error.ts';
import { app } from '#src/realtime/app.ts';

export type Batch = contract.ImportBatch;
export type Row = contract.ImportRow;
export type Shown = 'create' | 'change' | 'same' | 'problem' | 'kept';
type Missing = ResponseOf<typeof contract.listMissing>;
type Rows = ResponseOf<typeof contract.listImportRows>;

const importsKey = ['people', 'imports'] as const;
/** So often one that goes on is asked about. Milliseconds. */
const ASK_MS = 700;

export const isGoing = ({ status }: Batch): boolean => status === 'running' || status === 'undoing';

/** Those that have run. */
export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'all'],
  queryFn: async ({ signal }): Promise<Batch[]> => (await app.call(contract.listImports, {}, { signal })).items,
  staleTime: 0,
  meta: { keep: false, told: true },
});

export const importQuery = (import_id: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', import_id],
    queryFn: async ({ signal }): Promise<Batch> =>
      (await app.call(contract.getImport, { import_id }, { signal })).batch,
    refetchInterval: ({ state }) => (state.data && isGoing(state.data) ? ASK_MS : false),
    staleTime: 0,
    meta: { keep: false, told: true },
  });

/** `status`: what stands in the rows is another thing once it has run. */
export const rowsQuery = ({ import_id, status, columns, departments }: Batch, show: Shown) =>
  infiniteQueryOptions({
    queryKey: [...importsKey, 'rows', import_id, status, columns.map(({ field }) => field), departments, show],
    queryFn: ({ pageParam, signal }): Promise<Rows> =>
      app.call(
        contract.listImportRows,
        { import_id, show, limit: '100', ...(pageParam && { cursor: pageParam }) } as never,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { keep: false },
  });

/** Who is not in the file. */
export const missingQuery = ({ import_id, status }: Batch) =>
  infiniteQueryOptions({
    queryKey: [...importsKey, 'missing', import_id, status],
    queryFn: ({ pageParam, signal }): Promise<Missing> =>
      app.call(contract.listMissing, { import_id, limit: '100', ...(pageParam && { cursor: pageParam }) } as never, {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
    meta: { keep: false },
  });

type Who = { readonly company_id: string; readonly employee_id: string };

/** Throws UploadError, or what the server says of the file. */
export async function checkFile(file: File, who: Who, onProgress: (share: number) => void): Promise<Batch> {
  if (!/\.(csv|tsv|txt|xlsx)$/i.test(file.name))
    throw new UploadError('Choose a CSV file or an Excel workbook (.xlsx).');
  if (file.size > contract.importLimits.bytes) throw new UploadError('Choose a file of up to 10 MB.');
  const { file_id } = await upload(file, { call: app.call, who, folder: '', isPrivate: true, onProgress });
  return (await app.call(contract.checkImport, { import_id: uuid(), file_id })).batch;
}

export const checkColumns = async (
  { import_id, file_id }: Batch,
  mapping: readonly (contract.ImportField | null)[],
): Promise<Batch> => (await app.call(contract.checkImport, { import_id, file_id, mapping: [...mapping] })).batch;

export type Answer = Pick<RequestOf<typeof contract.answerDepartments>, 'answer' | 'department_id'>;
/** What departments are that the file names and that are not there. */
export const answerDepartments = async (import_id: string, names: readonly string[], answer: Answer): Promise<Batch> =>
  (await app.call(contract.answerDepartments, { import_id, names: [...names], ...answer })).batch;

export const runImport = async (
  import_id: string,
  send_invitations: boolean,
  deactivate_missing = false,
): Promise<Batch> => (await app.call(contract.runImport, { import_id, send_invitations, deactivate_missing })).batch;
export const undoImport = async (import_id: string): Promise<Batch> =>
  (await app.call(contract.undoImport, { import_id })).batch;
export const errorFile = (import_id: string, format: 'csv' | 'xlsx') =>
  app.call(contract.importErrors, { import_id, format });
