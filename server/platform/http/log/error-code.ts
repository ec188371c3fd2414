// Why a job failed, as its table keeps it.

/** A code of what went wrong, fit to be kept: an error's text may quote anything. */
export function codeOf(error: unknown): string {
  const { code, responseCode, name } = (error ?? {}) as { code?: unknown; responseCode?: unknown; name?: unknown };
  if (typeof responseCode === 'number') return `SMTP_${responseCode}`;
  const said = [code, name].find((one) => typeof one === 'string' && /^\w{1,40}$/.test(one));
  return typeof said === 'string' ? said : 'UNKNOWN';
}
