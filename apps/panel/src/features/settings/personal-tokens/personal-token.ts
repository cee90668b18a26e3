import type { TokenTimes } from '../../../core/settings/token-times.js'

/** A token that acts as its owner, without its secret. */
export interface PersonalToken extends TokenTimes {
  readonly id: number
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}
