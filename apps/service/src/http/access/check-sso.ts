import { ForbiddenError } from '../../errors.js'
import type { Person } from './callers.js'

/** All that matters here of somebody. */
type SignedIn = Pick<Person, 'credential'>

/** Whether the project's own identity provider vouched for this session. */
export function signedInBySso({ credential }: SignedIn, projectId: number): boolean {
  return 'ssoProjectId' in credential && credential.ssoProjectId === projectId
}

/** Whether any project's identity provider vouched for this session: then it enters that project only. */
export function isBoundToProject({ credential }: SignedIn): boolean {
  return 'method' in credential && credential.method === 'sso'
}

/**
 * Refuses a sign-in that does not open this project. The provider of a project is chosen by its
 * Admins, so it says who somebody is there and nowhere else. An exempt route lets passwords in
 * where single sign-on is required: a broken provider must not lock everybody out.
 */
export function checkSso(
  person: SignedIn,
  project: { readonly id: number; readonly isSsoRequired: boolean },
  isExempt: boolean,
): void {
  if (signedInBySso(person, project.id)) return
  if (project.isSsoRequired && !(isExempt && hasPasswordSession(person))) {
    throw new ForbiddenError('This project is entered through single sign-on only.', 'sso_required')
  }
  if (isBoundToProject(person)) {
    throw new ForbiddenError(
      'This session was opened through the single sign-on of another project, and enters that one only. Sign in with your password.',
      'other_sign_in_required',
    )
  }
}

const hasPasswordSession = ({ credential }: SignedIn) =>
  credential.kind === 'session' && credential.method === 'password'
