import { ForbiddenError } from '../../errors.js'
import type { Person } from './callers.js'
import { signedInBySso } from './check-sso.js'

type SignedIn = Pick<Person, 'credential'>

interface TwoFactorProject {
  readonly id: number
  readonly requiresTwoFactors: boolean
}

/**
 * Rejects a sign-in with one factor where the project requires two. The project's own identity provider is trusted to ask
 * for its second factor: the same Admins chose it, and the service cannot add a factor to its sign-in.
 */
export function checkTwoFactors(person: SignedIn, project: TwoFactorProject): void {
  if (lacksTwoFactors(person, project)) {
    throw new ForbiddenError(twoFactorRefusal, 'two_factors_required')
  }
}

/** Whether the project requires two factors and this sign-in has one. */
export function lacksTwoFactors(person: SignedIn, project: TwoFactorProject): boolean {
  if (!project.requiresTwoFactors || signedInBySso(person, project.id)) return false
  return !person.credential.hasTwoFactors
}

/** What a person reads whose sign-in has one factor. */
export const twoFactorRefusal =
  'This project requires two factors. Set up a second factor in the security settings of your account, or sign in again with it.'
