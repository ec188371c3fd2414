// A fence for the sockets of a cast: something that everybody of a company hears, after what is looked for.
import * as company from '#contract/company.ts';
import type { TestClient } from '../kit/client.ts';
import type { Heard } from '../kit/socket.ts';
import { type Cast, viewerNames } from '../matrix/viewers.ts';
import { some } from '../matrix/world.ts';

/** Returns once every viewer has heard everything that was committed before the call. */
export async function settle({ owner, foreigner, sockets }: Cast): Promise<void> {
  const fence = async (client: TestClient) => {
    const { config } = await client.call(company.update, { company_name: `Fence ${some()}` });
    return config.company_name;
  };
  const [here, there] = [await fence(owner), await fence(foreigner)];
  const heard =
    (name: string) =>
    (m: unknown): m is Heard =>
      (m as Heard).type === 'event' && (m as { payload?: { company_name?: string } }).payload?.company_name === name;
  await Promise.all(viewerNames.map((viewer) => sockets[viewer].waitFor(heard(viewer === 'foreigner' ? there : here))));
}
