import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { type SsoWorld, startSsoWorld } from '../../testing/sso-world.js'

onAnyStore('the account of somebody who signs in through an identity provider', postgresUrl => {
  let world: SsoWorld

  beforeAll(async () => {
    world = await startSsoWorld(postgresUrl)
  })
  afterAll(() => world?.stop())

  const openProject = () =>
    world.project(made => ({ defaultRoleId: made.role.id, defaultTeamId: made.team.id }))
  const listPeople = async (project: { id: number; session: Record<string, string> }) => {
    const path = `/api/projects/${project.id}/people`
    return (await ask(world.service.url, 'GET', path, { headers: project.session })).body.data
  }
  const refusal = { status: 403, text: expect.stringContaining('You are not a member') }

  it('is made with the role and team of the project, by the provider', async () => {
    const project = await openProject()
    const email = 'new.person@example.com'
    const names = { given_name: 'New', family_name: 'Per\u0000son', preferred_username: 'newbie' }
    world.provider.people.set('new-person', { email, email_verified: true, ...names })
    const { page, browser } = await world.signIn(project, 'new-person')
    expect(page.status).toBe(302)
    const person = (await listPeople(project)).find((one: { email: string }) => one.email === email)
    expect(person).toMatchObject({
      firstName: 'New',
      lastName: 'Person',
      username: 'newbie',
      permissionLevel: 'user',
      role: project.role,
      teams: [project.team],
    })
    const log = (await listAdminLogs(world.service.deps.store, project.id)).at(-1)
    expect(log).toMatchObject({
      type: 'add',
      resource: 'user-project',
      by: 'identityProvider',
      next: { user: { id: person.id, email }, permissionLevel: 'user' },
    })
    const headers = await world.sessionOf(browser)
    const tokens = `/api/projects/${project.id}/tokens`
    expect((await ask(world.service.url, 'GET', tokens, { headers })).status).toBe(403)
  })

  it('is one, however many browsers sign in at once', async () => {
    const project = await openProject()
    const pages = await Promise.all(
      Array.from({ length: 5 }, async () => (await world.signIn(project, 'hasty')).page.status),
    )
    expect(pages).toEqual([302, 302, 302, 302, 302])
    const emails = (await listPeople(project)).map((one: { email: string }) => one.email)
    expect(emails.filter((email: string) => email === 'hasty@example.com')).toHaveLength(1)
  })

  it('is not made where nobody is admitted by default', async () => {
    const project = await world.project()
    const { page } = await world.signIn(project, 'stranger')
    expect(page).toMatchObject(refusal)
    const { db } = world.service.deps.store
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'stranger@example.com')
      .execute()
    expect(users).toEqual([])
  })

  it('is made as the invitation says, once', async () => {
    const project = await world.project()
    const path = `/api/projects/${project.id}/invitations`
    const invited = await ask(world.service.url, 'POST', path, {
      headers: project.session,
      body: {
        email: 'invited@example.com',
        permissionLevel: 'editor',
        roleId: project.role.id,
        teamIds: [project.team.id],
        tags: { region: 'north' },
      },
    })
    expect(invited.status).toBe(201)
    expect((await world.signIn(project, 'invited')).page.status).toBe(302)
    const person = (await listPeople(project)).find(
      (one: { email: string }) => one.email === 'invited@example.com',
    )
    expect(person).toMatchObject({ permissionLevel: 'editor', tags: { region: 'north' } })
    const open = await ask(world.service.url, 'GET', path, { headers: project.session })
    expect(open.body.data).toEqual([])
    const logs = await listAdminLogs(world.service.deps.store, project.id)
    expect(logs.filter(log => log.by === 'identityProvider').map(log => log.resource)).toEqual(
      expect.arrayContaining(['user-project', 'invitation']),
    )
  })

  it('is not one of another project whose e-mail the provider asserts', async () => {
    const elsewhere = await world.seed.project()
    const victim = elsewhere.admin
    const project = await openProject()
    world.provider.people.set('impostor', { email: victim.email, email_verified: true })
    expect((await world.signIn(project, 'impostor')).page).toMatchObject(refusal)
    const body = {
      email: victim.email,
      permissionLevel: 'admin',
      roleId: project.role.id,
      teamIds: [project.team.id],
    }
    const path = `/api/projects/${project.id}/invitations`
    await ask(world.service.url, 'POST', path, { headers: project.session, body })
    expect((await world.signIn(project, 'impostor')).page).toMatchObject(refusal)
  })

  it('enters the project of the provider and no other, also as an owner', async () => {
    const project = await world.project()
    const other = await world.seed.project()
    const required = await world.project(() => ({ isRequired: true }))
    const { db } = world.service.deps.store
    for (const { id, role } of [other, required]) {
      await db
        .insertInto('members')
        .values({
          project_id: id,
          user_id: project.admin.id,
          permission_level: 'admin',
          role_id: role.id,
          tags: '{}',
        })
        .execute()
    }
    await db
      .updateTable('users')
      .set({ is_owner: true })
      .where('id', '=', project.admin.id)
      .execute()
    const { browser } = await world.signIn(project, world.readLogin(project.admin))
    const headers = await world.sessionOf(browser)
    const enter = async (id: number, path = '') => {
      const target = `/api/projects/${id}${path}`
      const { status, body } = await ask(world.service.url, 'GET', target, { headers })
      return [status, body.code]
    }
    const { body: session } = await ask(world.service.url, 'GET', '/api/session', { headers })
    expect(session.projects.map((one: { id: number }) => one.id)).toEqual([project.id])
    expect(await enter(project.id)).toEqual([200, undefined])
    expect(await enter(other.id)).toEqual([403, 'other_sign_in_required'])
    expect(await enter(required.id)).toEqual([403, 'sso_required'])
    expect(await enter(required.id, '/sso')).toEqual([403, 'sso_required'])
    const made = await ask(world.service.url, 'POST', '/api/projects', {
      headers,
      body: { name: 'By an owner' },
    })
    expect([made.status, made.body.code]).toEqual([403, 'owner_required'])
    const tokens = `/api/projects/${other.id}/tokens`
    const token = await ask(world.service.url, 'POST', tokens, {
      headers,
      body: { name: 'x', scopes: ['all'] },
    })
    expect(token.status).toBe(403)
  })

  it('stays with the person of the provider, whoever gets the e-mail later', async () => {
    const project = await openProject()
    world.provider.people.set('first', { email: 'desk@example.com' })
    world.provider.people.set('second', { email: 'desk@example.com' })
    expect((await world.signIn(project, 'first')).page.status).toBe(302)
    expect((await world.signIn(project, 'second')).page).toMatchObject(refusal)
    world.provider.people.set('first', { email: 'renamed@example.com' })
    const { browser } = await world.signIn(project, 'first')
    const headers = await world.sessionOf(browser)
    const { body } = await ask(world.service.url, 'GET', '/api/me', { headers })
    expect(body.email).toBe('desk@example.com')
  })

  it('is the same in a second project of the same provider', async () => {
    const [one, two] = [await openProject(), await openProject()]
    expect((await world.signIn(one, 'traveller')).page.status).toBe(302)
    expect((await world.signIn(two, 'traveller')).page.status).toBe(302)
    const idIn = async (project: typeof one) =>
      (await listPeople(project)).find(
        (person: { email: string }) => person.email === 'traveller@example.com',
      ).id
    expect(await idIn(one)).toBe(await idIn(two))
  })

  it('stays in the project where somebody made it with a link and a password, though the provider knows it', async () => {
    const [one, two] = [await openProject(), await openProject()]
    const body = {
      email: 'invited-there@example.com',
      permissionLevel: 'user',
      roleId: one.role.id,
      teamIds: [one.team.id],
    }
    const path = `/api/projects/${one.id}/invitations`
    const invited = await ask(world.service.url, 'POST', path, { headers: one.session, body })
    const account = { password: 'seven blue boats 31', firstName: 'In', lastName: 'Viter' }
    await ask(world.service.url, 'POST', `/api/invitations/${invited.body.token}/accept`, {
      body: account,
    })
    expect((await world.signIn(one, 'invited-there')).page.status).toBe(302)
    expect((await world.signIn(two, 'invited-there')).page).toMatchObject(refusal)
    await ask(world.service.url, 'POST', `/api/projects/${two.id}/invitations`, {
      headers: two.session,
      body: { ...body, roleId: two.role.id, teamIds: [two.team.id] },
    })
    expect((await world.signIn(two, 'invited-there')).page).toMatchObject(refusal)
  })

  it('does not come back by itself when an Admin removed it, nor while it is disabled', async () => {
    const project = await openProject()
    await world.signIn(project, 'removed')
    const person = (await listPeople(project)).find(
      (one: { email: string }) => one.email === 'removed@example.com',
    )
    const path = `/api/projects/${project.id}/people/${person.id}`
    const { status } = await ask(world.service.url, 'DELETE', path, { headers: project.session })
    expect(status).toBe(204)
    expect((await world.signIn(project, 'removed')).page).toMatchObject(refusal)
    await world.signIn(project, 'disabled')
    await world.service.deps.store.db
      .updateTable('users')
      .set({ disabled_at: '2026-01-01T00:00:00Z' })
      .where('email', '=', 'disabled@example.com')
      .execute()
    expect((await world.signIn(project, 'disabled')).page).toMatchObject(refusal)
  })
})
