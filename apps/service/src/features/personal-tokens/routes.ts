import { z } from 'zod'
import { ForbiddenError } from '../../errors.js'
import { isBoundToProject } from '../../http/access/check-sso.js'
import { lockSession } from '../../http/access/lock-session.js'
import { personRoute, type Route } from '../../http/route.js'
import { tokenExpiry, tokenName, tokenParams } from '../tokens/token-fields.js'
import {
  createPersonalToken,
  NewPersonalToken,
  PersonalToken,
  readPersonalTokens,
  revokePersonalToken,
} from './personal-tokens.js'

const path = '/api/me/tokens'
const tag = 'My account'

/** Routes for tokens that act as their owner on the administration API, for scripts and the command line. */
export const personalTokenRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'List your personal tokens',
      response: z.object({ data: z.array(PersonalToken) }),
      who: 'session',
    },
    async ({ deps, person }) => ({ data: await readPersonalTokens(deps.store.db, person.id) }),
  ),
  personRoute(
    {
      method: 'post',
      path,
      tag,
      summary: 'Create a personal token',
      description: 'The response contains the token; it is not shown again.',
      body: z.strictObject({ name: tokenName, expiresAt: tokenExpiry }),
      status: 201,
      response: NewPersonalToken,
      who: 'session',
      errors: {
        session_required: 'The request was made with a personal token.',
        password_session_required: 'The session was opened through single sign-on.',
      },
    },
    async ({ deps, person, body }) => {
      const { credential } = person
      // The token would give access to all projects of the person, but an identity provider may only confirm
      // identities for its own project.
      if (isBoundToProject(person) || credential.kind !== 'session') {
        throw new ForbiddenError(
          'Sign in with your password to create a personal token.',
          'password_session_required',
        )
      }
      return deps.store.db.transaction().execute(async transaction => {
        await lockSession(transaction, credential.publicId)
        const { hasTwoFactors } = credential
        return createPersonalToken(transaction, person.id, { ...body, hasTwoFactors })
      })
    },
  ),
  personRoute(
    {
      method: 'delete',
      path: `${path}/{tokenId}`,
      tag,
      summary: 'Revoke a personal token',
      params: tokenParams,
      status: 204,
    },
    async ({ deps, person, params }) => {
      await revokePersonalToken(deps.store.db, person.id, params.tokenId)
      return undefined
    },
  ),
]
