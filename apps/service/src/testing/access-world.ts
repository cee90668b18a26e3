import { admit } from '../http/access/admit.js'
import type { Caller } from '../http/access/callers.js'
import type { RequestInfo } from '../http/request-info.js'
import type { Access } from '../http/route.js'
import { signToken } from '../secrets/signing-keys.js'
import { hashSecret, makeToken, randomHex } from '../secrets/token-format.js'
import { toInstant } from '../store/instant.js'
import { createSeed, type SeededProject } from './seed.js'
import { startTestService } from './start-test-service.js'

type Headers = Readonly<Record<string, string>>

/** A request as far as it matters to who may come in. */
export interface Asked {
  readonly headers?: Headers
  readonly method?: string
  readonly address?: string
  readonly params?: Readonly<Record<string, string>>
}

/** A service whose door is asked directly, without routes behind it. */
export async function startAccessWorld(postgresUrl: string | undefined) {
  const service = await startTestService(postgresUrl)
  const { deps } = service
  const { db } = deps.store
  const seed = createSeed(deps.store)

  /** Who comes in, and the headers of their answer. */
  const enter = async (
    access: Access,
    { headers = {}, method = 'GET', address = '203.0.113.9', params = {} }: Asked,
    config: Partial<typeof deps.config> = {},
  ): Promise<{ caller: Caller; headers: Record<string, string | string[]> }> => {
    const request = {
      method,
      address,
      header: (name: string) => headers[name],
      cookie: (name: string) =>
        headers.cookie
          ?.split('; ')
          .find(pair => pair.startsWith(`${name}=`))
          ?.slice(name.length + 1),
    } as RequestInfo
    const answered = {}
    const caller = await admit(
      access,
      { ...deps, config: { ...deps.config, ...config } },
      request,
      params,
      answered,
    )
    return { caller, headers: answered }
  }

  /** `in`, or the status and code of the refusal. */
  const outcome = async (...asked: Parameters<typeof enter>): Promise<string> => {
    try {
      await enter(...asked)
      return 'in'
    } catch (error) {
      const { status, code } = error as { status: number; code: string }
      if (status === undefined) throw error
      return `${status} ${code}`
    }
  }

  const renderingIn = async (project: SeededProject): Promise<number> => {
    const { id } = await db
      .selectFrom('renderings')
      .select('id')
      .where('environment_id', '=', project.environment.id)
      .executeTakeFirstOrThrow()
    return id
  }

  /** The token an agent gets for somebody who signs in there. */
  const agentToken = async (project: SeededProject, userId: number) => {
    const { token, publicId, hash } = makeToken('svca')
    const clientId = randomHex(16)
    const codeHash = hashSecret(randomHex(16))
    const renderingId = await renderingIn(project)
    const expires = { expires_at: toInstant(new Date(Date.now() + 3_600_000)) }
    const person = { user_id: userId, rendering_id: renderingId, method: 'password' } as const
    await db
      .insertInto('sign_in_clients')
      .values({
        client_id: clientId,
        environment_id: project.environment.id,
        agent_url: null,
        redirect_uri: 'https://agent.example.com',
        is_pkce_required: true,
      })
      .execute()
    await db
      .insertInto('sign_in_codes')
      .values({
        ...person,
        ...expires,
        code_hash: codeHash,
        client_id: clientId,
        scope: 'openid',
        nonce: null,
        code_challenge: null,
        sso_project_id: null,
        signed_in_at: toInstant(new Date()),
      })
      .execute()
    await db
      .insertInto('access_tokens')
      .values({
        ...person,
        ...expires,
        public_id: publicId,
        token_hash: hash,
        code_hash: codeHash,
        environment_id: project.environment.id,
        sso_project_id: null,
      })
      .execute()
    return { token, publicId, renderingId }
  }

  /** What somebody let a program do, and the token it acts with. */
  const grant = async (project: SeededProject, userId: number, claims: object = {}) => {
    const environmentId = project.environment.id
    const renderingId = await renderingIn(project)
    const clientId = randomHex(16)
    await db
      .insertInto('oauth_clients')
      .values({
        client_id: clientId,
        client_name: 'Helper',
        client_uri: null,
        logo_uri: null,
        redirect_uris: [],
      })
      .execute()
    const { id } = await db
      .insertInto('oauth_grants')
      .values({
        environment_id: environmentId,
        user_id: userId,
        rendering_id: renderingId,
        client_id: clientId,
        client_name: 'Helper',
        scopes: ['mcp:read'],
        resource: null,
        method: 'password',
        sso_project_id: null,
        expires_at: toInstant(new Date(Date.now() + 3_600_000)),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const token = await signToken(deps, 'grant-access', {
      aud: `grant-access:${environmentId}`,
      grant_id: String(id),
      scope: 'mcp:read mcp:write',
      exp: Math.floor(Date.now() / 1000) + 3_600,
      ...claims,
    })
    return { id, token, renderingId }
  }

  return { service, deps, db, seed, enter, outcome, agentToken, grant, stop: () => service.stop() }
}

export type AccessWorld = Awaited<ReturnType<typeof startAccessWorld>>

/** Headers of a bearer token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Long ago. */
export const PAST = '2020-01-01T00:00:00.000000Z'
