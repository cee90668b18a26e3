/** What one check of an installation has found. */
export interface Finding {
  /** The name of the check, such as `database`. */
  readonly check: string
  /** `broken`: the service does not start, or something of it does not work. */
  readonly status: 'ok' | 'warning' | 'broken' | 'skipped'
  readonly message: string
  /** What to do about it. */
  readonly advice?: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })

export const warning = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'warning',
  message,
  advice,
})

export const broken = (check: string, message: string, advice: string): Finding => ({
  check,
  status: 'broken',
  message,
  advice,
})

export const skipped = (check: string, message: string): Finding => ({
  check,
  status: 'skipped',
  message,
})

/** The reason of a failure in one line; that of `fetch` is in its cause, and several addresses have one each. */
export function describeReason(error: unknown): string {
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map(describeReason))].join('; ')
  }
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error && error.message === 'fetch failed') {
    return describeReason(error.cause)
  }
  const { code } = error as NodeJS.ErrnoException
  const message = error.message.replace(/\s+/g, ' ').replace(/\.$/, '')
  if (message === '') return code ?? error.name
  const isForeign = typeof code === 'string' && /^[A-Z0-9_]+$/.test(code)
  return isForeign && !message.includes(code) ? `${message} (${code})` : message
}
