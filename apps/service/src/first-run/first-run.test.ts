import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { ask } from '../testing/ask.js'
import { createSeed } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { createFirstAdministrator } from './create-first-administrator.js'

const url = inject('postgresUrl')
let service: TestService

const configured = (adminEmail?: string, adminPassword?: string) => ({
  ...service.deps,
  config: { ...service.config, adminEmail, adminPassword },
})
const users = () => service.deps.store.db.selectFrom('users').selectAll().execute()
const signIn = (email: string, password: string) =>
  ask(service.url, 'POST', '/api/sessions', { body: { email, password } })

beforeEach(async () => {
  service = await startTestService(url)
})
afterEach(() => service?.stop())

describe('the first run', () => {
  it('opens nothing before there is an administrator', async () => {
    expect((await signIn('admin@example.com', '')).status).toBe(401)
    expect((await ask(service.url, 'GET', '/api/session')).status).toBe(401)
    expect(await users()).toEqual([])
  })

  it('makes an owner with a random password, who can sign in', async () => {
    const first = await createFirstAdministrator(service.deps)
    expect(first).toEqual({ email: 'admin@example.com', madePassword: expect.any(String) })
    const { status, body } = await signIn('admin@example.com', first?.madePassword ?? '')
    expect([status, body.user.isOwner]).toEqual([201, true])
    expect(await createFirstAdministrator(service.deps)).toBeUndefined()
    expect(await users()).toHaveLength(1)
    expect(await service.deps.store.db.selectFrom('projects').selectAll().execute()).toEqual([])
  })

  it('takes address and password from the settings, and does not repeat the password', async () => {
    const first = await createFirstAdministrator(
      configured('Boss@Example.com', 'seven blue boats 31'),
    )
    expect(first).toEqual({ email: 'boss@example.com' })
    expect((await signIn('boss@example.com', 'seven blue boats 31')).status).toBe(201)
  })

  it('refuses a password that is easy to guess', async () => {
    await expect(
      createFirstAdministrator(configured('boss@example.com', 'password1234')),
    ).rejects.toThrow('SERVICE_ADMIN_PASSWORD must be more than a common password')
    expect(await users()).toEqual([])
  })

  it('makes nobody where there are people', async () => {
    await createSeed(service.deps.store).user()
    expect(await createFirstAdministrator(service.deps)).toBeUndefined()
  })

  it.skipIf(!url)('makes one when instances start together', async () => {
    const sibling = await service.startSibling()
    try {
      const made = await Promise.all(
        [service.deps, sibling.deps, service.deps, sibling.deps].map(createFirstAdministrator),
      )
      expect(made.filter(first => first !== undefined)).toHaveLength(1)
      expect(await users()).toHaveLength(1)
    } finally {
      await sibling.stop()
    }
  })
})
