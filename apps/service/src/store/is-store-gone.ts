/**
 * Error codes of PostgreSQL and the network that mean that the database is unavailable, not that the
 * statement is wrong.
 */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '53300',
  '57014',
])
const messages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end|Client was closed and is not queryable|Query read timeout|PGlite is clos)/

/** Whether an error is caused by an unavailable database and can be retried. */
export function isStoreGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isStoreGone)
  const code = 'code' in error ? String(error.code) : ''
  return codes.has(code) || code.startsWith('08') || messages.test(error.message)
}
