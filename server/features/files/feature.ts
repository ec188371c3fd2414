// Files: pictures of people, spaces and the company, and what is attached to messages.
import type { Context, Feature } from '../../platform/feature.ts';
import { createFileStore } from '../../platform/files/open-store.ts';
import { UPLOAD_PATH } from './address.ts';
import { filesRoutes } from './routes.ts';
import { createFileService, type FilePorts, type FileService } from './service.ts';
import { keepSweepingFiles } from './sweep.ts';
import { mountTransfers } from './transfer.ts';

/** `files`: for features whose things point at files. */
export function filesFeature(context: Context, ports: FilePorts): Feature & { readonly files: FileService } {
  const { store, disk } = createFileStore(context.config, UPLOAD_PATH);
  const service = createFileService(context, store, ports);
  const stopSweeping = keepSweepingFiles(context, store, ports.inUse);
  return {
    name: 'files',
    files: service,
    routes: filesRoutes(service),
    mount: (http) => mountTransfers(http, context, service, store, disk),
    stop: () => {
      stopSweeping();
      return service.stop();
    },
  };
}
