import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { adminLogsOf } from '../testing/admin-logs-of.js'
import { ask } from '../testing/ask.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { type TokenCreateOptions, tokenCreate } from './token-create.js'

describe.skipIf(!inject('postgresUrl'))('service token create', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    seed = createSeed(service.deps.store)
    project = await seed.project()
  })
  afterAll(() => service?.stop())

  async function run(changes: Partial<TokenCreateOptions> = {}): Promise<string> {
    const output = new PassThrough()
    const { name, admin } = project
    const environment = { [variableNames.databaseUrl]: service.config.databaseUrl }
    await tokenCreate(
      { project: name, email: admin.email, name: 'script', scopes: 'notes:read', ...changes },
      { environment, input: new PassThrough(), output, errors: new PassThrough() },
    )
    return String(output.read())
  }

  it('prints a token that works, and nothing else', async () => {
    const printed = await run({
      scopes: 'notes:read, admin_logs:read',
      expires: '2100-01-01T00:00:00Z',
    })
    expect(printed).toMatch(/^svc_\w+\n$/)
    const path = `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
    const { status } = await ask(service.url, 'GET', path, {
      headers: { authorization: `Bearer ${printed.trim()}` },
    })
    expect(status).toBe(200)
    const log = (await adminLogsOf(service.deps.store, project.id)).at(-1)
    expect(log).toMatchObject({
      type: 'add',
      resource: 'token',
      by: 'service',
      next: { name: 'script', scopes: ['notes:read', 'admin_logs:read'], user: project.admin },
    })
  })

  it.each([
    [{ name: '' }, '--name must have 1 to 100 characters'],
    [{ scopes: '' }, '--scopes must be some of activity_logs:read,'],
    [{ scopes: 'notes:read,none' }, '--scopes must be some of activity_logs:read,'],
    [{ scopes: 'all,all' }, '--scopes must name each scope once.'],
    [{ expires: 'tomorrow' }, '--expires must be a moment in ISO 8601'],
    [{ expires: '2001-01-01T00:00:00Z' }, '--expires must lie in the future.'],
    [{ project: 'nowhere' }, "There is no project 'nowhere' with a member"],
    [{ email: 'nobody@example.com' }, 'with a member nobody@example.com.'],
  ])('refuses %j', async (changes, message) => {
    await expect(run(changes)).rejects.toThrow(message)
  })

  it('refuses members who are no Admins', async () => {
    const { email } = await seed.member(project, 'developer')
    await expect(run({ email })).rejects.toThrow('is no Admin')
  })

  it('refuses projects with single sign-on, where tokens need a session opened through it', async () => {
    const other = await seed.project()
    await service.deps.store.db
      .insertInto('sso_connections')
      .values({
        project_id: other.id,
        issuer: 'https://id.example.com',
        client_id: 'service',
        client_secret: null,
        allowed_domains: ['example.com'],
        is_required: false,
        default_role_id: null,
        default_team_id: null,
      })
      .execute()
    await expect(run({ project: other.name, email: other.admin.email })).rejects.toThrow(
      'single sign-on',
    )
  })
})
