import { CSRF_HEADER, deriveCsrfToken, nameSessionCookie } from '../http/access/find-person.js'
import type { TokenScope } from '../http/access/token-scopes.js'
import { hashSecret, makeToken, randomHex } from '../secrets/token-format.js'
import { toInstant } from '../store/instant.js'
import type { Store } from '../store/open-store.js'
import type { PermissionLevel } from '../store/schema.js'

export interface SeededUser {
  readonly id: number
  readonly email: string
  readonly username: string
}

export interface SeededProject {
  readonly id: number
  readonly name: string
  readonly environment: { readonly id: number; readonly name: string; readonly secret: string }
  readonly team: { readonly id: number; readonly name: string }
  readonly role: { readonly id: number; readonly name: string }
  readonly admin: SeededUser
}

/** Writes what tests need straight into the store, without passing through the routes under test. */
export function createSeed({ db }: Store) {
  const user = async (
    overrides: { email?: string; isOwner?: boolean } = {},
  ): Promise<SeededUser> => {
    const username = `user-${randomHex(8)}`
    const email = overrides.email ?? `${username}@example.com`
    const { id } = await db
      .insertInto('users')
      .values({
        email,
        username,
        first_name: 'Test',
        last_name: 'User',
        password_hash: null,
        is_owner: overrides.isOwner ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, email, username }
  }

  const member = async (
    project: { readonly id: number; role: { id: number }; team: { id: number } },
    level: PermissionLevel,
  ): Promise<SeededUser> => {
    const person = await user()
    await db
      .insertInto('members')
      .values({
        project_id: project.id,
        user_id: person.id,
        permission_level: level,
        role_id: project.role.id,
        tags: '{}',
      })
      .execute()
    await db
      .insertInto('team_members')
      .values({ project_id: project.id, team_id: project.team.id, user_id: person.id })
      .execute()
    return person
  }

  /** A project with an environment, a team, a role and an administrator. */
  const project = async (name = `Project ${randomHex(6)}`): Promise<SeededProject> => {
    const one = async <T extends { id: number }>(query: {
      executeTakeFirstOrThrow(): Promise<T>
    }) => (await query.executeTakeFirstOrThrow()).id
    const id = await one(db.insertInto('projects').values({ name }).returning('id'))
    const environmentId = await one(
      db
        .insertInto('environments')
        .values({ project_id: id, name: 'Production', kind: 'production' })
        .returning('id'),
    )
    const secret = randomHex(64)
    await db
      .insertInto('environment_secrets')
      .values({ environment_id: environmentId, secret_hash: hashSecret(secret) })
      .execute()
    const teamId = await one(
      db.insertInto('teams').values({ project_id: id, name: 'Operations' }).returning('id'),
    )
    const roleId = await one(
      db.insertInto('roles').values({ project_id: id, name: 'Support' }).returning('id'),
    )
    const base = {
      id,
      name,
      environment: { id: environmentId, name: 'Production', secret },
      team: { id: teamId, name: 'Operations' },
      role: { id: roleId, name: 'Support' },
    }
    return { ...base, admin: await member(base, 'admin') }
  }

  /** Headers of a session of this person. */
  const session = async (
    userId: number,
    options: { ssoProjectId?: number; publicUrl?: string } = {},
  ): Promise<Record<string, string>> => {
    const publicId = randomHex(24)
    const secret = randomHex(64)
    await db
      .insertInto('sessions')
      .values({
        public_id: publicId,
        secret_hash: hashSecret(secret),
        user_id: userId,
        method: options.ssoProjectId === undefined ? 'password' : 'sso',
        sso_project_id: options.ssoProjectId ?? null,
        address: '127.0.0.1',
        user_agent: 'test',
        expires_at: toInstant(new Date(Date.now() + 3_600_000)),
      })
      .execute()
    return {
      cookie: `${nameSessionCookie({ publicUrl: options.publicUrl })}=${publicId}.${secret}`,
      [CSRF_HEADER]: deriveCsrfToken(secret),
    }
  }

  /** Headers of a new token of the public API. */
  const apiToken = async (
    owner: { projectId: number; userId: number },
    scopes: readonly TokenScope[] = ['all'],
  ): Promise<Record<string, string>> => {
    const { token, publicId, hash } = makeToken('svc')
    await db
      .insertInto('api_tokens')
      .values({
        public_id: publicId,
        token_hash: hash,
        project_id: owner.projectId,
        user_id: owner.userId,
        name: 'test',
        scopes: [...scopes],
      })
      .execute()
    return { authorization: `Bearer ${token}` }
  }

  return { user, member, project, session, apiToken }
}
