import { computeCodeChallenge } from '@service/authorization'
import { hashPassword } from '../secrets/password.js'
import { randomText } from '../secrets/token-format.js'
import { type Answer, ask } from './ask.js'
import { createSeed, type SeededProject } from './seed.js'
import { startTestService } from './start-test-service.js'

/** Where the agents of these tests would be. */
export const AGENT_URL = 'https://agent.example/service'

export interface Client {
  readonly clientId: string
  readonly redirectUri: string
}

/** A service whose environments have agents that sign people in. */
export async function startSignInWorld(postgresUrl: string | undefined) {
  const service = await startTestService(postgresUrl)
  const { db } = service.deps.store
  const seed = createSeed(service.deps.store)

  /** A project with an agent, and the number of its rendering. */
  const project = async (agentUrl: string | null = AGENT_URL) => {
    const made = await seed.project()
    await setAgentUrl(made, agentUrl)
    return { ...made, renderingId: await findRenderingId(made) }
  }

  const setAgentUrl = ({ environment }: SeededProject, agentUrl: string | null) =>
    db
      .updateTable('environments')
      .set({ agent_url: agentUrl })
      .where('id', '=', environment.id)
      .execute()

  const findRenderingId = async ({
    environment,
    team,
  }: Pick<SeededProject, 'environment' | 'team'>) =>
    (
      await db
        .selectFrom('renderings')
        .select('id')
        .where('environment_id', '=', environment.id)
        .where('team_id', '=', team.id)
        .executeTakeFirstOrThrow()
    ).id

  const setPassword = async (userId: number, password: string) => {
    const password_hash = await hashPassword(password)
    await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
  }

  const register = async (
    of: SeededProject,
    { query = '', body = { token_endpoint_auth_method: 'none' } as object } = {},
  ) =>
    ask(service.url, 'POST', `/oidc/reg${query}`, {
      headers: { authorization: `Bearer ${of.environment.secret}` },
      body,
    })

  const client = async (of: SeededProject, query = ''): Promise<Client> => {
    const { body } = await register(of, { query })
    return { clientId: body.client_id, redirectUri: body.redirect_uris[0] }
  }

  /** The parameters of a request that is right in every way, and the verifier that goes with them. */
  const requestFor = ({ clientId, redirectUri }: Client, renderingId: number) => {
    const verifier = randomText(64)
    const parameters: Record<string, string> = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'a state',
      nonce: 'a-nonce',
      rendering_id: String(renderingId),
      code_challenge: computeCodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    return { verifier, parameters }
  }

  /** Asks as a browser that is signed in, or not. */
  const authorize = (
    parameters: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
    at = service.url,
  ): Promise<Answer> =>
    ask(at, 'GET', `/oidc/authorize?${new URLSearchParams(parameters)}`, { headers })

  const exchange = async (form: Readonly<Record<string, string>>, at = service.url) => {
    const response = await fetch(`${at}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    const { headers, status } = response
    return { status, headers, body: (await response.json()) as Record<string, string> }
  }

  /** A code for somebody, and the form that exchanges it. */
  const codeFor = async (of: SeededProject & { renderingId: number }, userId = of.admin.id) => {
    const registered = await client(of)
    const { verifier, parameters } = requestFor(registered, of.renderingId)
    const answer = await authorize(parameters, await seed.session(userId))
    const code = readLocation(answer).searchParams.get('code') ?? ''
    return {
      grant_type: 'authorization_code',
      client_id: registered.clientId,
      redirect_uri: registered.redirectUri,
      code,
      code_verifier: verifier,
    }
  }

  const tokenFor = async (of: SeededProject & { renderingId: number }, userId = of.admin.id) =>
    (await exchange(await codeFor(of, userId))).body.access_token ?? ''

  /** What the agent of a project is told of the person whose token it holds. */
  const authorization = (of: SeededProject, renderingId: number, token: string, at = service.url) =>
    ask(at, 'GET', `/agent-api/renderings/${renderingId}/authorization`, {
      headers: { 'service-secret-key': of.environment.secret, 'service-token': token },
    })

  return {
    service,
    db,
    seed,
    project,
    setAgentUrl,
    renderingOf: findRenderingId,
    setPassword,
    register,
    client,
    requestFor,
    authorize,
    exchange,
    codeFor,
    tokenFor,
    authorization,
    stop: () => service.stop(),
  }
}

export type SignInWorld = Awaited<ReturnType<typeof startSignInWorld>>

/** Where an answer sends the browser. */
export function readLocation({ status, headers, body }: Answer): URL {
  const location = headers.get('location')
  if (status !== 302 || location === null) throw new Error(`${status} ${JSON.stringify(body)}`)
  return new URL(location, 'http://service.invalid')
}
