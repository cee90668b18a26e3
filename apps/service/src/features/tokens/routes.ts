import { z } from 'zod'
import { tokenScopes } from '../../http/access/token-scopes.js'
import { memberRoute, type Route } from '../../http/route.js'
import { checkSignIn } from './check-sign-in.js'
import { createToken } from './create-token.js'
import { readTokens } from './read-tokens.js'
import { revokeToken } from './revoke-token.js'
import { tokenExpiry, tokenName, tokenParams } from './token-fields.js'
import { NewToken, Token, toToken } from './token-shape.js'

const path = '/api/projects/{projectId}/tokens'
const tag = 'Tokens'

/** Routes for tokens of the public API. Each belongs to a project and to the Admin who created it. */
export const tokenRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'List the tokens of a project',
      level: 'admin',
      response: z.object({ data: z.array(Token) }),
    },
    async ({ deps, project }) => ({
      data: (await readTokens(deps.store.db, project.id)).map(toToken),
    }),
  ),
  memberRoute(
    {
      method: 'post',
      path,
      tag,
      summary: 'Create an API token',
      description: 'The response contains the token; it is not shown again.',
      level: 'admin',
      body: z.strictObject({
        name: tokenName,
        scopes: z
          .array(z.enum(tokenScopes))
          .min(1, 'must name at least one scope')
          .refine(scopes => new Set(scopes).size === scopes.length, 'must name each scope once'),
        expiresAt: tokenExpiry,
      }),
      status: 201,
      response: NewToken,
      errors: {
        session_required: 'The request was made with a personal token.',
        sso_session_required:
          'The project uses single sign-on, and this session was not opened through it.',
      },
    },
    ({ deps, person, project, body }) =>
      deps.store.db.transaction().execute(async transaction => {
        await checkSignIn(transaction, person, project.id)
        const { row, token } = await createToken(transaction, {
          ...body,
          projectId: project.id,
          owner: person,
          actor: { initiator: 'administrator', person },
        })
        return { ...toToken(row), token }
      }),
  ),
  memberRoute(
    {
      method: 'delete',
      path: `${path}/{tokenId}`,
      tag,
      summary: 'Revoke a token',
      description: 'Every instance rejects it from the next request.',
      level: 'admin',
      params: tokenParams,
      status: 204,
    },
    async ({ deps, person, project, params }) => {
      await deps.store.db
        .transaction()
        .execute(transaction => revokeToken(transaction, project.id, params.tokenId, person))
      return undefined
    },
  ),
]
