// The endpoints of files: from the wire to the rules and back. The bytes travel by transfer.ts.
import * as contract from '#contract/files.ts';
import { implement, type Route } from '../../platform/feature.ts';
import type { FileService } from './service.ts';

export function filesRoutes(service: FileService): Route[] {
  return implement(contract, {
    presign: ({ tx, actor }, input) => service.presign(tx, actor, input),
    metadata: ({ tx, actor }, { file_id }) => service.metadata(tx, actor, file_id),
    addresses: async ({ tx, actor }, { file_ids }) => ({ items: await service.addresses(tx, actor, file_ids) }),
  });
}
