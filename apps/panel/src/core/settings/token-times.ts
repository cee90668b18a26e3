/** When a token of the service ended, ends or was used. */
export interface TokenTimes {
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

export type TokenState = 'active' | 'expired' | 'revoked'

/** Whether a token works. */
export function getTokenState({ expiresAt, revokedAt }: TokenTimes, now: Date): TokenState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active'
}

/** How long a new token works: days, until a day that is typed, or until it is revoked. */
export const tokenLives = ['30', '90', '365', 'day', 'never'] as const
export type TokenLife = (typeof tokenLives)[number]

const dayMilliseconds = 86_400_000

/**
 * When a new token ends: undefined when never, null when the typed day is not one to come. A day counts to its end on
 * the clock of the browser.
 *
 * @example
 * computeExpiry('30', '', new Date('2026-01-01T00:00:00Z')) // '2026-01-31T00:00:00.000Z'
 */
export function computeExpiry(life: TokenLife, day: string, now: Date): string | undefined | null {
  if (life === 'never') return undefined
  if (life !== 'day') {
    return new Date(now.getTime() + Number(life) * dayMilliseconds).toISOString()
  }
  const end = new Date(`${day}T23:59:59.999`)
  return end.getTime() > now.getTime() ? end.toISOString() : null
}
