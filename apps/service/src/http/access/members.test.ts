import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type PermissionLevel, permissionLevels } from '../../store/schema.js'
import { personalToken } from '../../testing/access-callers.js'
import { type AccessWorld, bearer, PAST, startAccessWorld } from '../../testing/access-world.js'
import type { SeededProject } from '../../testing/seed.js'
import type { Access } from '../route.js'
import { checkSso, isBoundToProject, signedInBySso } from './check-sso.js'

type MemberAccess = Omit<Extract<Access, { kind: 'member' }>, 'kind'>

let world: AccessWorld
let project: SeededProject

beforeAll(async () => {
  world = await startAccessWorld(inject('postgresUrl'))
})
afterAll(() => world?.stop())
beforeEach(async () => {
  project = await world.seed.project()
})

const member = (access: Partial<MemberAccess> = {}): Access => ({
  kind: 'member',
  level: 'user',
  ...access,
})
const here = () => ({ projectId: String(project.id) })
const there = () => ({ ...here(), environmentId: String(project.environment.id) })
const asAdmin = async () => ({ headers: await world.seed.session(project.admin.id) })

describe('members', () => {
  it('are told apart by level, role, teams and tags', async () => {
    await world.db
      .updateTable('members')
      .set({ tags: '{"country":"FR"}' })
      .where('user_id', '=', project.admin.id)
      .execute()
    const second = await world.db
      .insertInto('teams')
      .values({ project_id: project.id, name: 'Sales' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('team_members')
      .values({ project_id: project.id, team_id: second.id, user_id: project.admin.id })
      .execute()
    await world.seed.member(project, 'user')
    const { caller } = await world.enter(member(), { ...(await asAdmin()), params: there() })
    expect(caller).toMatchObject({
      person: { id: project.admin.id },
      project: { id: project.id, name: project.name },
      environment: { id: project.environment.id, name: 'Production', kind: 'production' },
      member: {
        level: 'admin',
        roleId: project.role.id,
        teamIds: [project.team.id, second.id],
        tags: { country: 'FR' },
      },
    })
    const { caller: outside } = await world.enter(member(), {
      ...(await asAdmin()),
      params: here(),
    })
    expect(outside).not.toHaveProperty('environment')
  })

  it.each(permissionLevels)('of level %s come in where it is enough', async own => {
    const rank = (level: PermissionLevel) => permissionLevels.indexOf(level)
    const { id } = await world.seed.member(project, own)
    const asked = { headers: await world.seed.session(id), params: here() }
    for (const level of permissionLevels) {
      expect(await world.outcome(member({ level }), asked)).toBe(
        rank(own) < rank(level) ? '403 level_too_low' : 'in',
      )
    }
  })

  it.each([undefined, '', '0', '9'.repeat(16), '9'.repeat(30)])(
    'are of a project that exists: not of %j',
    async projectId => {
      const params = projectId === undefined ? {} : { projectId }
      const asked = { ...(await asAdmin()), params: params as Record<string, string> }
      expect(await world.outcome(member(), asked)).toBe('404 not_found')
    },
  )

  it('name their project in one spelling', async () => {
    const asked = await asAdmin()
    for (const spell of [
      (id: number) => `0${id}`,
      (id: number) => ` ${id}`,
      (id: number) => `${id} `,
      (id: number) => `${id}.0`,
      (id: number) => `${id}e0`,
      (id: number) => `x${id}`,
    ]) {
      const params = { projectId: spell(project.id) }
      expect(await world.outcome(member(), { ...asked, params })).toBe('404 not_found')
    }
  })

  it('are not of the project of somebody else, nor of one that was deleted', async () => {
    const other = await world.seed.project()
    const params = { projectId: String(other.id) }
    expect(await world.outcome(member(), { ...(await asAdmin()), params })).toBe('404 not_found')
    await world.db
      .updateTable('projects')
      .set({ deleted_at: PAST })
      .where('id', '=', project.id)
      .execute()
    expect(await world.outcome(member(), { ...(await asAdmin()), params: here() })).toBe(
      '404 not_found',
    )
  })

  it('find the environments of their project, and those that were not deleted', async () => {
    const other = await world.seed.project()
    const enter = async (environmentId: string) =>
      world.outcome(member(), { ...(await asAdmin()), params: { ...here(), environmentId } })
    expect(await enter(String(project.environment.id))).toBe('in')
    for (const wrong of [String(other.environment.id), '0', 'x', '']) {
      expect(await enter(wrong)).toBe('404 not_found')
    }
    await world.db
      .updateTable('environments')
      .set({ deleted_at: PAST })
      .where('id', '=', project.environment.id)
      .execute()
    expect(await enter(String(project.environment.id))).toBe('404 not_found')
  })
})

describe('an environment of one’s own', () => {
  const makeOwn = async (
    level: PermissionLevel,
    kind: 'development' | 'staging' = 'development',
  ) => {
    const { id } = await world.seed.member(project, level)
    const environment = await world.db
      .insertInto('environments')
      .values({
        project_id: project.id,
        name: `Own ${id}`,
        kind,
        owner_id: id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, params: { ...here(), environmentId: String(environment.id) } }
  }
  const access = member({ level: 'admin', ownLevel: 'developer' })

  it('needs the lower level, of its owner alone', async () => {
    const { id, params } = await makeOwn('developer')
    expect(await world.outcome(access, { headers: await world.seed.session(id), params })).toBe(
      'in',
    )
    const other = await world.seed.member(project, 'developer')
    expect(
      await world.outcome(access, { headers: await world.seed.session(other.id), params }),
    ).toBe('403 level_too_low')
    const without = member({ level: 'admin' })
    expect(await world.outcome(without, { headers: await world.seed.session(id), params })).toBe(
      '403 level_too_low',
    )
  })

  it.each([
    ['editor', 'development'],
    ['developer', 'staging'],
  ] as const)('is none of one with the level %s, of kind %s', async (level, kind) => {
    const { id, params } = await makeOwn(level, kind)
    expect(await world.outcome(access, { headers: await world.seed.session(id), params })).toBe(
      '403 level_too_low',
    )
  })

  it('is told of to those whose level is too low, where it would do', async () => {
    const { id } = await world.seed.member(project, 'editor')
    const asked = { headers: await world.seed.session(id), params: here() }
    await expect(world.enter(access, asked)).rejects.toThrow(
      "This needs the permission level 'admin', or 'developer' in a development environment you created; yours is 'editor'.",
    )
    await expect(world.enter(member({ level: 'admin' }), asked)).rejects.toThrow(
      "This needs the permission level 'admin'; yours is 'editor'.",
    )
  })
})

describe('a project with single sign-on', () => {
  const connect = (is_required: boolean) =>
    world.db
      .insertInto('sso_connections')
      .values({
        project_id: project.id,
        issuer: 'https://identity.example.com',
        client_id: 'service',
        client_secret: null,
        allowed_domains: [],
        is_required,
        default_role_id: null,
        default_team_id: null,
      })
      .execute()
  const enter = async (headers: Record<string, string>, access: Partial<MemberAccess> = {}) =>
    world.outcome(member(access), { headers, params: here() })

  it('is entered through its own provider, and no other', async () => {
    const other = await world.seed.project()
    const own = await world.seed.session(project.admin.id, { ssoProjectId: project.id })
    const foreign = await world.seed.session(project.admin.id, { ssoProjectId: other.id })
    expect([await enter(own), await enter(foreign)]).toEqual(['in', '403 other_sign_in_required'])
    await connect(true)
    expect([await enter(own), await enter(foreign)]).toEqual(['in', '403 sso_required'])
    expect(await enter(foreign, { ssoExempt: true })).toBe('403 sso_required')
  })

  it('is entered with a password where it is not required, or the route is exempt', async () => {
    await connect(false)
    const password = await world.seed.session(project.admin.id)
    const token = await personalToken(world.deps.store, project.admin.id)
    expect([await enter(password), await enter(token)]).toEqual(['in', 'in'])
    await world.db
      .updateTable('sso_connections')
      .set({ is_required: true })
      .where('project_id', '=', project.id)
      .execute()
    expect([await enter(password), await enter(token)]).toEqual([
      '403 sso_required',
      '403 sso_required',
    ])
    expect(await enter(password, { ssoExempt: true })).toBe('in')
    expect(await enter(token, { ssoExempt: true })).toBe('403 sso_required')
  })
})

describe('what a provider vouched for', () => {
  const session = (ssoProjectId: number | null) => ({
    credential: {
      kind: 'session' as const,
      publicId: 'x',
      method: ssoProjectId === null ? ('password' as const) : ('sso' as const),
      ssoProjectId,
      signedInAt: PAST as never,
      hasTwoFactors: false,
    },
  })
  const token = { credential: { kind: 'personalToken' as const, id: 1, hasTwoFactors: false } }

  it('counts in its project', () => {
    expect(signedInBySso(session(7), 7)).toBe(true)
    expect(signedInBySso(session(8), 7)).toBe(false)
    expect(signedInBySso(session(null), 7)).toBe(false)
    expect(signedInBySso(token, 7)).toBe(false)
  })

  it('binds to it', () => {
    expect(isBoundToProject(session(7))).toBe(true)
    expect(isBoundToProject(session(null))).toBe(false)
    expect(isBoundToProject(token)).toBe(false)
  })

  it('also binds those who came through an agent, which is no session', () => {
    const throughAgent = {
      credential: {
        kind: 'accessToken' as const,
        environmentId: 1,
        renderingId: 1,
        method: 'password' as const,
        ssoProjectId: null,
        hasTwoFactors: false,
      },
    }
    const required = { id: 7, isSsoRequired: true }
    expect(() => checkSso(throughAgent, required, true)).toThrow('requires single sign-on')
    expect(() => checkSso(session(null), required, true)).not.toThrow()
  })
})

describe('members through an agent', () => {
  it('are none where routes are for members', async () => {
    const { token } = await world.agentToken(project, project.admin.id)
    const asked = { headers: bearer(token), params: here() }
    expect(await world.outcome(member(), asked)).toBe('401 unauthorized')
  })
})
