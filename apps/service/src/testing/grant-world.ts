import { computeCodeChallenge } from '@service/authorization'
import { decodeJwt } from 'jose'
import { randomText } from '../secrets/token-format.js'
import { type Answer, ask } from './ask.js'
import { createSeed, type SeededProject } from './seed.js'
import { readLocation } from './sign-in-world.js'
import { startTestService } from './start-test-service.js'

/** Where the programs of these tests want people sent. */
export const PROGRAM_URL = 'https://program.example/callback'
export const RESOURCE = 'https://agent.example/mcp'

export type GrantProject = SeededProject & { readonly renderingId: number }

/** The fields of a form, by name; what is not ticked is left out. */
export type Form = Readonly<Record<string, string>>

/** A service with a project into which programs are let. */
export async function startGrantWorld(postgresUrl: string | undefined) {
  const service = await startTestService(postgresUrl)
  const { db } = service.deps.store
  const seed = createSeed(service.deps.store)

  const project = async (): Promise<GrantProject> => {
    const made = await seed.project()
    const { id } = await db
      .selectFrom('renderings')
      .select('id')
      .where('environment_id', '=', made.environment.id)
      .executeTakeFirstOrThrow()
    return { ...made, renderingId: id }
  }

  const register = (metadata: object = {}, headers: Form = {}) =>
    ask(service.url, 'POST', '/oauth/register', {
      headers,
      body: { redirect_uris: [PROGRAM_URL], client_name: 'Helper', ...metadata },
    })

  const program = async (metadata: object = {}): Promise<string> =>
    (await register(metadata)).body.client_id

  /** A request that is right in every way, and the verifier that goes with it. */
  const requestFor = (of: SeededProject, clientId: string, changes: Form = {}) => {
    const verifier = randomText(64)
    const parameters: Record<string, string> = {
      client_id: clientId,
      redirect_uri: PROGRAM_URL,
      response_type: 'code',
      state: 'a state',
      code_challenge: computeCodeChallenge(verifier),
      code_challenge_method: 'S256',
      environmentId: String(of.environment.id),
      scope: 'mcp:read mcp:write',
      resource: RESOURCE,
      ...changes,
    }
    return { verifier, parameters }
  }

  /** Opens the page that asks, as a browser that is signed in, or not. */
  const open = (parameters: Form, headers: Form = {}) =>
    ask(service.url, 'GET', `/oauth/authorize?${new URLSearchParams(parameters)}`, { headers })

  /** Sends the form of that page. */
  const answer = async (form: Form, headers: Form = {}): Promise<Answer> => {
    const response = await fetch(`${service.url}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(form),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text }
  }

  /** Opens the page and allows what it asks. */
  const consent = async (parameters: Form, session: Form, changes: Form = {}) => {
    const page = await open(parameters, session)
    return answer({ ...readForm(page), decision: 'allow', ...changes }, session)
  }

  const token = (of: SeededProject, body: object, at = service.url) =>
    ask(at, 'POST', '/oauth/token', {
      headers: { 'service-secret-key': of.environment.secret },
      body,
    })

  /** Registration is limited; most tests do with one program. */
  let sharedProgram: Promise<string> | undefined

  /** A code somebody allowed, and the body that exchanges it. */
  const codeFor = async (
    of: SeededProject,
    {
      userId = of.admin.id,
      ...changes
    }: { userId?: number; scope?: string; client_id?: string } = {},
  ) => {
    sharedProgram ??= program()
    const clientId = changes.client_id ?? (await sharedProgram)
    const { verifier, parameters } = requestFor(of, clientId, changes)
    const sent = await consent(parameters, await seed.session(userId))
    return {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: PROGRAM_URL,
      code: readLocation(sent).searchParams.get('code') ?? '',
      code_verifier: verifier,
    }
  }

  /** A grant as the agent of the program holds it. */
  const grantFor = async (of: SeededProject, options: Parameters<typeof codeFor>[1] = {}) => {
    const exchange = await codeFor(of, options)
    const { status, body } = await token(of, exchange)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    const { grant_id: id } = decodeJwt<{ grant_id: string }>(body.access_token)
    return {
      id,
      clientId: exchange.client_id,
      accessToken: body.access_token as string,
      refreshToken: body.refresh_token as string,
    }
  }

  const refresh = (of: SeededProject, refreshToken: string, more: object = {}, at = service.url) =>
    token(of, { grant_type: 'refresh_token', refresh_token: refreshToken, ...more }, at)

  const endedGrants = async (of: SeededProject, headers: Form = {}) =>
    ask(service.url, 'GET', '/agent-api/ended-grants', {
      headers: { 'service-secret-key': of.environment.secret, ...headers },
    })

  return {
    service,
    db,
    seed,
    project,
    register,
    program,
    requestFor,
    open,
    answer,
    consent,
    token,
    codeFor,
    grantFor,
    refresh,
    endedGrants,
    stop: () => service.stop(),
  }
}

export type GrantWorld = Awaited<ReturnType<typeof startGrantWorld>>

/** What a page sends when nothing on it is changed. */
export function readForm({ status, body }: Answer): Record<string, string> {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  const inputs = [...String(body).matchAll(/<input ([^>]*)>/g)].map(([, text = '']) => text)
  return Object.fromEntries(
    inputs
      .filter(text => text.includes('type="hidden"') || text.includes(' checked'))
      .map(text => [attribute(text, 'name'), attribute(text, 'value')]),
  )
}

const attribute = (text: string, name: string) =>
  unescapeHtml(new RegExp(`${name}="([^"]*)"`).exec(text)?.[1] ?? '')

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
