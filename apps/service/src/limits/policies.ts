import type { Config } from '../config.js'
import type { LimitName } from './rate-limits.js'

export interface Policy {
  readonly points: number
  /** In seconds, from the first request. */
  readonly duration: number
  /** With `address`, the IP addresses of one IPv6 network count as one. */
  readonly by: 'id' | 'address'
  /** Whether all instances count together; otherwise each instance counts in its own memory. */
  readonly isShared: boolean
}

/** Every counter of the service, one row per purpose. */
export const createPolicies = (config: Config): Readonly<Record<LimitName, Policy>> => ({
  apiToken: { points: config.rateLimit, duration: 60, by: 'id', isShared: true },
  signInAddress: { points: 50, duration: 900, by: 'address', isShared: true },
  signInAccount: { points: 10, duration: 900, by: 'id', isShared: true },
  // A code has a million values and three are right: 240 tries a day leave a guess no chance.
  secondFactor: { points: 10, duration: 3_600, by: 'id', isShared: true },
  badToken: { points: 100, duration: 60, by: 'address', isShared: false },
  ssoStart: { points: 60, duration: 60, by: 'address', isShared: true },
  ssoTest: { points: 30, duration: 60, by: 'id', isShared: true },
  registration: { points: 60, duration: 600, by: 'id', isShared: true },
  programRegistration: { points: 60, duration: 600, by: 'address', isShared: true },
  signInCode: { points: 60, duration: 60, by: 'id', isShared: true },
  // A browser that opens a hundred tabs again asks for a code in each.
  agentCode: { points: 300, duration: 60, by: 'id', isShared: true },
  mailBy: { points: 200, duration: 3_600, by: 'id', isShared: true },
  mailTo: { points: 5, duration: 3_600, by: 'id', isShared: true },
  resetAddress: { points: 20, duration: 900, by: 'address', isShared: true },
  accountMail: { points: 5, duration: 3_600, by: 'id', isShared: true },
})
