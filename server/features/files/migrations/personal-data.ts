// What the columns of files are to whoever uploaded them. The bytes are in the export, too.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

/**
 * In no folder lie spreadsheets of people, which are about others, and the exports themselves; under its own id what we drew of a page
 * that somebody linked to.
 */
export const OWN_UPLOADS = `arrived_at IS NOT NULL AND removed_at IS NULL AND folder <> ''
  AND key NOT LIKE '%/' || file_id::text || '.%'`;

export const filesData: readonly Tagged[] = [
  {
    table: 'file',
    whose: 'created_by',
    owned: 'name mime_type folder size width height created_at',
    kept: {
      key: 'company_id file_id key created_by',
      'how it came and goes': 'max_size is_private arrived_at used_at removed_at preview_size preview_tries',
    },
    exported: { file: 'files/list', says: 'Files that you uploaded', with: 'file_id key', only: OWN_UPLOADS },
  },
];
