import type { Deps } from '../../deps.js'
import { ForbiddenError } from '../../errors.js'
import type { RequestInfo } from '../request-info.js'
import type { Access } from '../route.js'
import type { Caller, Person } from './callers.js'
import { isBoundToProject } from './check-sso.js'
import { findAgent } from './find-agent.js'
import { findMembership } from './find-membership.js'
import { findPerson } from './find-person.js'
import { findToken } from './find-token.js'

type Params = Readonly<Record<string, string>>
type Headers = Record<string, string | string[]>

/** Decides whether a request may use a route and returns its caller. No other code does this. */
export async function admit(
  access: Access,
  deps: Deps,
  request: RequestInfo,
  params: Params,
  headers: Headers,
): Promise<Caller> {
  switch (access.kind) {
    case 'open':
      return {}
    case 'token':
      return findToken(deps, request, params, access.scope, headers)
    case 'agent':
      return findAgent(deps, request, access.bearer)
    case 'member': {
      const person = await findPerson(deps, request)
      const membership = await findMembership(deps, person, params, access)
      if (access.sessionOnly) requireSession(person)
      return { person, ...membership }
    }
    case 'person':
      return { person: await findPerson(deps, request, access.accessTokens) }
    case 'session': {
      const person = await findPerson(deps, request)
      requireSession(person)
      return { person }
    }
    case 'owner': {
      const person = await findPerson(deps, request)
      if (person.isOwner && !isBoundToProject(person)) return { person }
      throw new ForbiddenError('Only owners of this installation may do this.', 'owner_required')
    }
  }
}

function requireSession({ credential }: Person): void {
  if (credential.kind === 'session') return
  throw new ForbiddenError(
    'This needs a session; a personal token is not enough.',
    'session_required',
  )
}
