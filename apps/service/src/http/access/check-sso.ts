import { ForbiddenError } from '../../errors.js'
import type { Person } from './callers.js'

type SignedIn = Pick<Person, 'credential'>

/** Whether the project's own identity provider authenticated this session. */
export function signedInBySso({ credential }: SignedIn, projectId: number): boolean {
  return 'ssoProjectId' in credential && credential.ssoProjectId === projectId
}

/** Who authenticated the person: the service, or the identity provider of a project. */
export const toSignInMethod = (method: 'password' | 'passkey' | 'sso'): 'password' | 'sso' =>
  method === 'sso' ? 'sso' : 'password'

/**
 * Whether an identity provider authenticated this session: then it may access only that provider's project.
 */
export function isBoundToProject({ credential }: SignedIn): boolean {
  return 'method' in credential && credential.method === 'sso'
}

interface SsoProject {
  readonly id: number
  readonly isSsoRequired: boolean
}

/**
 * Rejects a sign-in that is not valid for this project. The Admins of a project choose its provider, so it
 * authenticates people for that project only. Exempt routes accept passwords where single sign-on is
 * required, so that a broken provider does not lock everyone out.
 */
export function checkSso(person: SignedIn, project: SsoProject, isExempt: boolean): void {
  const refusal = findRefusal(person, project, isExempt)
  if (refusal) throw refusal
}

/** Says why a sign-in is not valid for this project; undefined when it is. */
export function describeSsoRefusal(person: SignedIn, project: SsoProject): string | undefined {
  return findRefusal(person, project, false)?.message
}

function findRefusal(
  person: SignedIn,
  project: SsoProject,
  isExempt: boolean,
): ForbiddenError | undefined {
  if (signedInBySso(person, project.id)) return undefined
  if (project.isSsoRequired && !(isExempt && hasPasswordSession(person))) {
    return new ForbiddenError(
      'This project requires single sign-on. Sign in through it.',
      'sso_required',
    )
  }
  if (isBoundToProject(person)) {
    return new ForbiddenError(
      'This session was opened through the single sign-on of another project and may access only that one. Sign in with your password.',
      'other_sign_in_required',
    )
  }
  return undefined
}

const hasPasswordSession = ({ credential }: SignedIn) =>
  credential.kind === 'session' && credential.method === 'password'
