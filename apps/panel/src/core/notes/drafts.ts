/** Texts that were begun and not sent, by what they are about. */
export interface Drafts {
  get(key: string): string | undefined
  /** An empty text forgets the draft. */
  set(key: string, html: string): void
}

const mostDrafts = 100

/**
 * Keeps what people begin to write until they send it; the oldest are forgotten first.
 *
 * @example
 * const drafts = createDrafts()
 * drafts.set('orders/12', '<p>Paid twi</p>')
 */
export function createDrafts(): Drafts {
  const texts = new Map<string, string>()
  return {
    get: key => texts.get(key),
    set(key, html) {
      texts.delete(key)
      if (html !== '') texts.set(key, html)
      const [oldest] = texts.keys()
      if (texts.size > mostDrafts && oldest !== undefined) texts.delete(oldest)
    },
  }
}
