import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { maintain } from '../../maintenance/maintain.js'
import { rotateKey } from '../../secrets/signing-keys.js'
import { ask } from '../../testing/ask.js'
import { changeLast } from '../../testing/change-last.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { type SignInWorld, startSignInWorld } from '../../testing/sign-in-world.js'
import { requireSso } from '../../testing/things-of-project.js'

onAnyStore('who signed in, as the agent is told', url => {
  let world: SignInWorld
  let project: Awaited<ReturnType<SignInWorld['project']>>
  beforeAll(async () => {
    world = await startSignInWorld(url)
    project = await world.project()
  })
  afterAll(() => world?.stop())

  const told = async (token: string, renderingId = project.renderingId, of = project) => {
    const { status, body } = await world.authorization(of, renderingId, token)
    return [status, body.code ?? body.data?.attributes.email]
  }

  it('is told with the teams, the one of the rendering first, and the tags', async () => {
    const person = await world.seed.member(project, 'editor')
    const { id: teamId } = await world.db
      .insertInto('teams')
      .values({ project_id: project.id, name: 'Accounting' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('team_members')
      .values({ project_id: project.id, team_id: teamId, user_id: person.id })
      .execute()
    await world.db
      .updateTable('members')
      .set({ tags: JSON.stringify({ country: 'FR' }) })
      .where('user_id', '=', person.id)
      .execute()
    const token = await world.tokenFor(project, person.id)
    const { body } = await world.authorization(project, project.renderingId, token)
    expect(body.data.attributes).toMatchObject({
      teams: ['Operations', 'Accounting'],
      permission_level: 'editor',
      tags: [{ key: 'country', value: 'FR' }],
    })
  })

  it('ends with the membership, the team, the account and the single sign-on, at once', async () => {
    const person = await world.seed.member(project, 'user')
    const token = await world.tokenFor(project, person.id)
    expect(await told(token)).toEqual([200, person.email])
    const strict = async () => requireSso(world.service.deps.store, project.id)
    await strict()
    expect(await told(token)).toEqual([403, 'sso_required'])
    await world.db.deleteFrom('sso_connections').execute()
    const isPerson = sql<boolean>`user_id = ${person.id}`
    await world.db.deleteFrom('team_members').where(isPerson).execute()
    expect(await told(token)).toEqual([403, 'not_in_team'])
    await world.db.deleteFrom('members').where(isPerson).execute()
    expect(await told(token)).toEqual([403, 'not_a_member'])
    await world.db
      .updateTable('users')
      .set({ disabled_at: sql<string>`clock_timestamp()` })
      .where('id', '=', person.id)
      .execute()
    expect(await told(token)).toEqual([401, 'unauthorized'])
  })

  it('says why to the person: the message names the project or the team', async () => {
    const person = await world.seed.member(project, 'user')
    const token = await world.tokenFor(project, person.id)
    await world.db.deleteFrom('members').where('user_id', '=', person.id).execute()
    const { body } = await ask(
      world.service.url,
      'GET',
      `/liana/v2/renderings/${project.renderingId}/authorization`,
      {
        headers: { 'forest-secret-key': project.environment.secret, 'forest-token': token },
      },
    )
    expect(body).toEqual({
      errors: [
        {
          status: 403,
          name: 'ForbiddenError',
          detail: `You are not a member of the project '${project.name}'.`,
        },
      ],
    })
  })

  it('is told for the rendering they signed in for alone, to the agent of its environment alone', async () => {
    const token = await world.tokenFor(project)
    const { id: teamId } = await world.db
      .insertInto('teams')
      .values({ project_id: project.id, name: 'Shipping' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const shipping = await world.renderingOf({ ...project, team: { id: teamId, name: 'Shipping' } })
    expect(await told(token, shipping)).toEqual([403, 'other_rendering'])
    const other = await world.project()
    expect(await told(token, other.renderingId, other)).toEqual([403, 'other_rendering'])
    expect(await told(token, project.renderingId, other)).toEqual([404, 'not_found'])
  })

  it('is not told without a token, nor for one that is made up, expired or of another kind', async () => {
    const token = await world.tokenFor(project)
    expect(await told('')).toEqual([401, 'unauthorized'])
    expect(await told(changeLast(token))).toEqual([401, 'unauthorized'])
    const { authorization = '' } = await world.seed.apiToken({
      projectId: project.id,
      userId: project.admin.id,
    })
    expect(await told(authorization.slice(7))).toEqual([401, 'unauthorized'])
    await world.db
      .updateTable('access_tokens')
      .set({ expires_at: sql<string>`clock_timestamp() - interval '1 second'` })
      .execute()
    expect(await told(token)).toEqual([401, 'unauthorized'])
  })

  it('gives nobody more: an access token opens neither the administration nor the public API', async () => {
    const token = await world.tokenFor(project)
    const headers = { authorization: `Bearer ${token}` }
    const paths = [
      '/api/me',
      '/api/projects',
      `/api/projects/${project.id}/people`,
      `/v1/project/${encodeURIComponent(project.name)}/admin-logs`,
    ]
    for (const path of paths) {
      expect((await ask(world.service.url, 'GET', path, { headers })).status).toBe(401)
    }
    const requested = await ask(world.service.url, 'POST', '/agent-api/action-approvals', {
      headers: { ...headers, 'service-rendering-id': String(project.renderingId) },
      body: {
        data: {
          attributes: { action_name: 'Refund', collection_name: 'orders', record_ids: ['1'] },
        },
      },
    })
    expect([requested.status, requested.body.code]).toEqual([403, 'action_not_allowed'])
    const other = await world.project()
    const elsewhere = await ask(world.service.url, 'POST', '/agent-api/action-approvals', {
      headers: { ...headers, 'service-rendering-id': String(other.renderingId) },
      body: {
        data: {
          attributes: { action_name: 'Refund', collection_name: 'orders', record_ids: ['1'] },
        },
      },
    })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'other_rendering'])
  })

  it('is forgotten when it has served: codes, tokens, and clients that sign nobody in for ninety days', async () => {
    const unused = await world.project()
    await world.tokenFor(unused)
    const client = await world.client(unused)
    const ago = (days: number) => sql<string>`clock_timestamp() - ${days} * interval '1 day'`
    const left = async () => {
      const rows = await world.db.selectFrom('sign_in_clients').select('client_id').execute()
      return rows.some(row => row.client_id === client.clientId)
    }
    const isClient = sql<boolean>`client_id = ${client.clientId}`
    await world.db
      .updateTable('sign_in_clients')
      .set({ last_used_at: ago(89) })
      .where(isClient)
      .execute()
    await maintain(world.service.deps)
    expect(await left()).toBe(true)
    await world.db
      .updateTable('sign_in_clients')
      .set({ last_used_at: ago(91) })
      .where(isClient)
      .execute()
    await world.db
      .updateTable('access_tokens')
      .set({ expires_at: ago(1) })
      .execute()
    await world.db
      .updateTable('sign_in_codes')
      .set({ expires_at: ago(1) })
      .execute()
    await maintain(world.service.deps)
    expect(await left()).toBe(false)
    expect(await world.db.selectFrom('access_tokens').selectAll().execute()).toEqual([])
    expect(await world.db.selectFrom('sign_in_codes').selectAll().execute()).toEqual([])
  })
})

describe.skipIf(!inject('postgresUrl'))('a sign-in over two instances', () => {
  it('begins on one and ends on the other, also when the keys were replaced in between', async () => {
    const world = await startSignInWorld(inject('postgresUrl'))
    const sibling = await world.service.startSibling()
    try {
      const project = await world.project()
      const form = await world.codeFor(project)
      await rotateKey(world.db, world.service.deps.secrets, 'id-token')
      const answers = await Promise.all([
        world.exchange(form, sibling.url),
        world.exchange(form, world.service.url),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      const again = await world.codeFor(project)
      const { body } = await world.exchange(again, sibling.url)
      const { status } = await world.authorization(
        project,
        project.renderingId,
        body.access_token ?? '',
      )
      expect(status).toBe(200)
    } finally {
      await sibling.stop()
      await world.stop()
    }
  })
})
