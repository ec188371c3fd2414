// Where browsers read the manifest of a company's app. They send no session with it: it says what anybody may know.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { MANIFEST_PATH } from '#contract/company.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import type { Context } from '../../../platform/feature.ts';
import { seekCompany } from '../../auth/service.ts';
import { loadConfig } from '../repo.ts';
import { allSettings } from '../settings.ts';
import { type IconPorts, pictureOf } from './icon.ts';
import { type Brand, companyManifest, type Manifest } from './manifest.ts';

/** Per minute and address of the network: a whole office opens the app through one. */
const MOST = 6_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function mountManifest(http: FastifyInstance, context: Context, ports: IconPorts): void {
  const { clientDir } = context.config;
  if (!clientDir) return;
  const count = context.limits.create('company.manifest', MOST, 60);
  http.get(API_BASE + MANIFEST_PATH, async (request, reply) => {
    await count(request.ip);
    const own = JSON.parse(await readFile(join(clientDir, 'manifest.webmanifest'), 'utf8')) as Manifest;
    const { company_id } = request.query as { company_id?: unknown };
    const brand =
      typeof company_id === 'string' && UUID.test(company_id) ? await brandOf(context, ports, company_id) : undefined;
    return (
      reply
        // Read anew at each start anyway; kept, it would name the company on the device of who has left.
        .header('cache-control', 'no-store')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(brand ? companyManifest(own, brand) : own))
    );
  });
}

/** Undefined if there is no such company, or if it is suspended. */
async function brandOf({ db }: Context, ports: IconPorts, company_id: string): Promise<Brand | undefined> {
  const found = await db.company(
    company_id,
    async (tx) => {
      const company = await seekCompany(tx);
      if (company?.status !== 'ACTIVE') return undefined;
      const { color_theme, settings } = await loadConfig(tx);
      return { ...company, ...allSettings(settings), color_theme };
    },
    'snapshot',
  );
  if (!found) return undefined;
  const { company_name, app_name, app_short_name, color_theme } = found;
  const icon = await pictureOf(ports, company_id, found);
  return { company_name, app_name, app_short_name, color_theme, icon };
}
