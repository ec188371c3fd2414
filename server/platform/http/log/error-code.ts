// Why a job failed, as its table keeps it.

/** A code of what went wrong, fit to be kept: an error's text may quote anything. */
export function codeOf(error: unknown): string {
  const { code, responseCode, name } = (error ?? {}) as { code?: unknown; responseCode?: unknown; name?: unknown };
  const said = typeof responseCode === 'number' ? `SMTP_${responseCode}` : String(code ?? name ?? '');
  return /^\w{1,40}$/.test(said) ? said : 'UNKNOWN';
}
