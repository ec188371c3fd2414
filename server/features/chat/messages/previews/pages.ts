// The page behind a link, as a company has found it: asked for once a day at most, whoever of the company writes the link.
import { createHash } from 'node:crypto';
import { imageTypes } from '#contract/files.ts';
import type { Context } from '../../../../platform/feature.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { OutboundError } from '../../../../platform/outbound/errors.ts';
import type { FilePort } from '../../attachments/attachments.ts';
import { type Found, findPage, keepPage } from './previews-repo.ts';
import { readPage } from './read-page.ts';

const TYPES = ['text/html', 'application/xhtml+xml'];
const MOST_BYTES = 1_000_000;
const MOST_PICTURE_BYTES = 2_000_000;
/** Seconds: a page, that there is none, and that nobody answered. */
const KEPT = { page: 86_400, nothing: 3_600, passing: 600 };
/** After this, whatever failed may be asked again. Seconds. */
export const AGAIN_S = KEPT.passing + 30;
/** Pages a company asks for within a minute: it is not to be our name under which others are flooded. */
const MOST_ASKED = 60;

export type LoadPage = (company_id: string, url: string, signal: AbortSignal) => Promise<Found>;

const NOTHING: Found = { page: null, picture: null, passing: false };
const NOT_NOW: Found = { ...NOTHING, passing: true };

/** One at a time for each page. */
export function createPages(
  { db, outbound, limits }: Pick<Context, 'db' | 'outbound' | 'limits'>,
  { drawPicture }: Pick<FilePort, 'drawPicture'>,
): LoadPage {
  const take = limits.create('link_page', MOST_ASKED, 60);
  const running = new Map<string, Promise<Found>>();

  /** What cannot be had or drawn is not shown: the page is, without it. */
  const pictureAt = async (picture: string, page: string, signal: AbortSignal): Promise<Found['picture']> => {
    if (!URL.canParse(picture, page)) return null;
    try {
      const wanted = { types: imageTypes, most: MOST_PICTURE_BYTES + 1, unencrypted: true, signal };
      const { body } = await outbound.read(new URL(picture, page).href, wanted);
      return (body.length <= MOST_PICTURE_BYTES && (await drawPicture(body))) || null;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return null;
    }
  };
  const ask = async (address: string, signal: AbortSignal): Promise<Found> => {
    try {
      // Also without encryption: what is told is public, nothing is told to them, and it is shown as theirs alone.
      const wanted = { types: TYPES, most: MOST_BYTES, unencrypted: true, signal };
      const { url, body, charset } = await outbound.read(address, wanted);
      const found = readPage(body, charset);
      if (!found) return NOTHING;
      const { page, picture } = found;
      return { page, picture: picture === undefined ? null : await pictureAt(picture, url, signal), passing: false };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return error.reason === 'failed' ? NOT_NOW : NOTHING;
    }
  };
  const load = async (company_id: string, address: string, signal: AbortSignal): Promise<Found> => {
    const digest = createHash('sha256').update(address).digest();
    const known = await db.company(company_id, (tx) => findPage(tx, digest));
    if (known) return known;
    try {
      await take(company_id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return NOT_NOW;
    }
    const found = await ask(address, signal);
    // That we stopped says nothing of the page.
    if (signal.aborted) return NOT_NOW;
    const seconds = found.page ? KEPT.page : found.passing ? KEPT.passing : KEPT.nothing;
    await db.company(company_id, (tx) => keepPage(tx, digest, found, seconds));
    return found;
  };

  return (company_id, url, signal) => {
    if (!URL.canParse(url)) return Promise.resolve(NOTHING);
    const address = new URL(url);
    address.hash = '';
    const key = `${company_id} ${address.href}`;
    const asked = running.get(key) ?? load(company_id, address.href, signal).finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };
}
