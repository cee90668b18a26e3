import { describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { ask } from '../testing/ask.js'
import { captureIo } from '../testing/capture-io.js'
import { connectSso } from '../testing/connect-sso.js'
import { listAdminLogs } from '../testing/list-admin-logs.js'
import { useTestProject } from '../testing/use-test-project.js'
import { type TokenCreateOptions, tokenCreate } from './token-create.js'

describe.skipIf(!inject('postgresUrl'))('backoffice token create', () => {
  const suite = useTestProject()

  async function run(changes: Partial<TokenCreateOptions> = {}): Promise<string> {
    const io = captureIo({ [variableNames.databaseUrl]: suite.service.config.databaseUrl })
    const { name, admin } = suite.project
    await tokenCreate(
      { project: name, email: admin.email, name: 'script', scopes: 'notes:read', ...changes },
      io,
    )
    return io.written.output
  }

  it('prints a token that works, and nothing else', async () => {
    const printed = await run({
      scopes: 'notes:read, admin_logs:read',
      expires: '2100-01-01T00:00:00Z',
    })
    expect(printed).toMatch(/^svc_\w+\n$/)
    const path = `/v1/project/${encodeURIComponent(suite.project.name)}/environment/Production/notes`
    const { status } = await ask(suite.service.url, 'GET', path, {
      headers: { authorization: `Bearer ${printed.trim()}` },
    })
    expect(status).toBe(200)
    const log = (await listAdminLogs(suite.service.deps.store, suite.project.id)).at(-1)
    expect(log).toMatchObject({
      type: 'add',
      resource: 'token',
      by: 'service',
      next: {
        name: 'script',
        scopes: ['notes:read', 'admin_logs:read'],
        user: suite.project.admin,
      },
    })
  })

  it.each([
    [{ name: '' }, '--name must have 1 to 100 characters'],
    [{ scopes: '' }, '--scopes must be some of activity_logs:read,'],
    [{ scopes: 'notes:read,none' }, '--scopes must be some of activity_logs:read,'],
    [{ scopes: 'all,all' }, '--scopes must name each scope once.'],
    [{ expires: 'tomorrow' }, '--expires must be an instant in ISO 8601'],
    [{ expires: '2001-01-01T00:00:00Z' }, '--expires must be in the future.'],
    [{ project: 'nowhere' }, "There is no project 'nowhere' with a member"],
    [{ email: 'nobody@example.com' }, 'with a member nobody@example.com.'],
  ])('refuses %j', async (changes, message) => {
    await expect(run(changes)).rejects.toThrow(message)
  })

  it('refuses members who are no Admins', async () => {
    const { email } = await suite.seed.member(suite.project, 'developer')
    await expect(run({ email })).rejects.toThrow('is not an Admin')
  })

  it('refuses projects with single sign-on, where tokens need a session opened through it', async () => {
    const other = await suite.seed.project()
    await connectSso(suite.service.deps.store.db, other.id)
    await expect(run({ project: other.name, email: other.admin.email })).rejects.toThrow(
      'single sign-on',
    )
  })
})
