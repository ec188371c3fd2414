// What was changed of a company's branding and is not saved yet, and how it is saved: the pictures first, then everything in one call.
import { update } from '#contract/company.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { app } from '#src/realtime/app.ts';

/** A picture that was chosen and has not left the device. */
export interface ChosenPicture {
  readonly file: File;
  /** For showing it here. */
  readonly preview: string;
  /** All of it with room around, or cut to fill the square. */
  readonly fit: 'whole' | 'cut';
}

/** Only what was touched. A logo of null: it is taken away. */
export interface Draft {
  readonly logo?: ChosenPicture | null;
  /** Null: it is the logo. */
  readonly icon?: ChosenPicture | null;
  readonly company_name?: string;
  readonly app_name?: string;
  readonly app_short_name?: string;
  readonly color_theme?: string;
}

/** Pixels: icons are drawn of it in 512. */
export const SIDE = 1024;

/** Throws UploadError, ApiError. */
export async function saveDraft(draft: Draft): Promise<void> {
  const { logo, icon, company_name, app_name, app_short_name, color_theme } = draft;
  const named = (name: string | undefined) => (name === undefined ? {} : { name: name.trim() || null });
  const settings = {
    ...(app_name !== undefined && { app_name: named(app_name).name ?? null }),
    ...(app_short_name !== undefined && { app_short_name: named(app_short_name).name ?? null }),
    ...(icon !== undefined && { app_icon: icon && (await uploaded(icon)) }),
  };
  const input: RequestOf<typeof update> = {
    ...(logo !== undefined && { company_logo: logo && (await uploaded(logo)) }),
    ...(company_name !== undefined && { company_name: company_name.trim() }),
    ...(color_theme !== undefined && { color_theme }),
    ...(Object.keys(settings).length && { settings }),
  };
  await app.call(update, input);
}

async function uploaded({ file, fit }: ChosenPicture): Promise<string> {
  const who = app.session.read();
  if (!who) throw new Error('Nobody is signed in');
  const { upload } = await import('#src/kit/upload/upload.ts');
  const picture = { side: SIDE, square: fit === 'whole' ? ('whole' as const) : true };
  const { download_url } = await upload(file, { call: app.call, who, folder: 'branding', isPrivate: false, picture });
  return download_url;
}
