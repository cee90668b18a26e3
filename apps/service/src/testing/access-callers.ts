import { ENVIRONMENT_SECRET_HEADER } from '../http/access/find-agent.js'
import { CSRF_HEADER } from '../http/access/find-person.js'
import { type TokenScope, tokenScopes } from '../http/access/token-scopes.js'
import { hashSecret, makeToken, randomHex } from '../secrets/token-format.js'
import type { Store } from '../store/open-store.js'
import { type PermissionLevel, permissionLevels } from '../store/schema.js'
import { createSeed, type SeededProject } from './seed.js'

/** Somebody who sends requests, and what they are to the project those requests name. */
export interface AccessCaller {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  /** A person, by what they signed in with. */
  readonly person?: {
    readonly credential: 'session' | 'session without CSRF token' | 'personal token' | 'foreign SSO'
    /** In the project; absent for those who are no members. */
    readonly level?: PermissionLevel
    readonly isOwner?: boolean
  }
  /** A token of the public API that is known and valid. */
  readonly token?: { readonly scopes: readonly TokenScope[]; readonly isRefused?: boolean }
  /** An agent with a valid secret. */
  readonly agent?: true
}

const PAST = '2020-01-01T00:00:00.000000Z'

/** One caller of each sort: those with no right at all first. `other` is a project of somebody else. */
export async function createCallers(
  store: Store,
  project: SeededProject,
  other: SeededProject,
): Promise<AccessCaller[]> {
  return [
    ...(await unknownCallers(store, project)),
    ...(await people(store, project, other)),
    ...(await tokens(store, project, other)),
    { name: 'agent', headers: secretHeader(project.environment.secret), agent: true },
    { name: 'foreign agent', headers: secretHeader(other.environment.secret), agent: true },
  ]
}

const secretHeader = (secret: string) => ({ [ENVIRONMENT_SECRET_HEADER]: secret })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function unknownCallers(store: Store, project: SeededProject): Promise<AccessCaller[]> {
  const { db } = store
  const seed = createSeed(store)
  const own = { projectId: project.id, userId: project.admin.id }
  const gone = await seed.member(project, 'admin')
  await db.updateTable('users').set({ disabled_at: PAST }).where('id', '=', gone.id).execute()
  const rotated = randomHex(64)
  await db
    .insertInto('environment_secrets')
    .values({
      environment_id: project.environment.id,
      secret_hash: hashSecret(rotated),
      expires_at: PAST,
    })
    .execute()
  return [
    { name: 'nobody', headers: {} },
    { name: 'made-up session', headers: { cookie: 'service_session=a.b', [CSRF_HEADER]: 'c' } },
    { name: 'expired session', headers: await endedSession(store, project.admin.id) },
    { name: 'session of a disabled person', headers: await seed.session(gone.id) },
    { name: 'made-up personal token', headers: bearer(makeToken('svcp').token) },
    {
      name: 'revoked personal token',
      headers: await personalToken(store, project.admin.id, { revoked_at: PAST }),
    },
    {
      name: 'expired personal token',
      headers: await personalToken(store, project.admin.id, { expires_at: PAST }),
    },
    { name: 'made-up API token', headers: bearer(makeToken('svc').token) },
    { name: 'revoked API token', headers: await endedApiToken(store, own, 'revoked_at') },
    { name: 'expired API token', headers: await endedApiToken(store, own, 'expires_at') },
    {
      name: 'API token of a disabled person',
      headers: await seed.apiToken({ ...own, userId: gone.id }),
    },
    { name: 'made-up agent', headers: secretHeader(randomHex(64)) },
    { name: 'agent with an ended secret', headers: secretHeader(rotated) },
    { name: 'malformed bearer', headers: { authorization: 'Bearer' } },
    { name: 'basic authentication', headers: { authorization: 'Basic YTpi' } },
  ]
}

async function people(
  store: Store,
  project: SeededProject,
  other: SeededProject,
): Promise<AccessCaller[]> {
  const seed = createSeed(store)
  const stranger = await seed.user()
  const owner = await seed.user({ isOwner: true })
  const members = await Promise.all(
    permissionLevels.map(async level => ({ level, ...(await seed.member(project, level)) })),
  )
  const { [CSRF_HEADER]: _, ...withoutCsrf } = await seed.session(project.admin.id)
  const session = 'session' as const
  const callers: AccessCaller[] = [
    { name: 'stranger', headers: await seed.session(stranger.id), person: { credential: session } },
    {
      name: 'admin of another project',
      headers: await seed.session(other.admin.id),
      person: { credential: session },
    },
    {
      name: 'owner of the installation',
      headers: await seed.session(owner.id),
      person: { credential: session, isOwner: true },
    },
    {
      name: 'personal token of a stranger',
      headers: await personalToken(store, stranger.id),
      person: { credential: 'personal token' },
    },
    {
      name: 'admin without CSRF token',
      headers: withoutCsrf,
      person: { credential: 'session without CSRF token', level: 'admin' },
    },
    {
      name: 'admin who came through the SSO of another project',
      headers: await seed.session(project.admin.id, { ssoProjectId: other.id }),
      person: { credential: 'foreign SSO', level: 'admin' },
    },
  ]
  for (const { id, level } of members) {
    callers.push(
      { name: level, headers: await seed.session(id), person: { credential: session, level } },
      {
        name: `personal token of ${level}`,
        headers: await personalToken(store, id),
        person: { credential: 'personal token', level },
      },
    )
  }
  return callers
}

async function tokens(
  store: Store,
  project: SeededProject,
  other: SeededProject,
): Promise<AccessCaller[]> {
  const seed = createSeed(store)
  const own = { projectId: project.id, userId: project.admin.id }
  const foreign = { projectId: other.id, userId: other.admin.id }
  const editor = await seed.member(project, 'editor')
  const all = ['all'] as const
  return [
    ...(await Promise.all(
      tokenScopes.map(async scope => ({
        name: `API token with ${scope}`,
        headers: await seed.apiToken(own, [scope]),
        token: { scopes: [scope] },
      })),
    )),
    {
      name: 'API token of another project',
      headers: await seed.apiToken(foreign, all),
      token: { scopes: all, isRefused: true },
    },
    {
      name: 'API token of a former admin',
      headers: await seed.apiToken({ ...own, userId: editor.id }, all),
      token: { scopes: all, isRefused: true },
    },
  ]
}

/** Headers of a personal token of this person. */
export async function personalToken(
  { db }: Store,
  userId: number,
  ended: { revoked_at?: string; expires_at?: string } = {},
): Promise<Record<string, string>> {
  const { token, publicId, hash } = makeToken('svcp')
  await db
    .insertInto('personal_tokens')
    .values({ public_id: publicId, token_hash: hash, user_id: userId, name: 'test', ...ended })
    .execute()
  return bearer(token)
}

async function endedApiToken(
  store: Store,
  owner: { projectId: number; userId: number },
  column: 'revoked_at' | 'expires_at',
): Promise<Record<string, string>> {
  const headers = await createSeed(store).apiToken(owner)
  await store.db
    .updateTable('api_tokens')
    .set({ [column]: PAST })
    .where('token_hash', '=', hashSecret(headers.authorization?.slice(7) ?? ''))
    .execute()
  return headers
}

async function endedSession(store: Store, userId: number): Promise<Record<string, string>> {
  const headers = await createSeed(store).session(userId)
  const publicId = /=(.*)\./.exec(headers.cookie ?? '')?.[1] ?? ''
  await store.db
    .updateTable('sessions')
    .set({ expires_at: PAST })
    .where('public_id', '=', publicId)
    .execute()
  return headers
}
