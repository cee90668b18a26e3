import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { expectedLists } from '../../testing/expected-lists.js'
import { createListWorld, type ListWorld } from '../../testing/list-world.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

describe.each(['activity-logs', 'admin-logs'])('%s in the panel', name => {
  let service: TestService
  let world: ListWorld
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    world = await createListWorld(service.deps.store)
    headers = await world.seed.session(world.project.admin.id)
  })
  afterAll(() => service?.stop())

  const path = ({ project } = world) =>
    name === 'admin-logs'
      ? `/api/projects/${project.id}/admin-logs`
      : `/api/projects/${project.id}/environments/${project.environment.id}/activity-logs`
  const expected = () => {
    const list = expectedLists(world).find(one => one.name === name)
    return list?.rows.map(row => list.toItem(row)).reverse() ?? []
  }

  it('are paged, filtered and linked like those of the public API', async () => {
    const first = await ask(service.url, 'GET', `${path()}?limit=100`, { headers })
    expect([first.status, Object.keys(first.body).sort()]).toEqual([
      200,
      ['data', 'hasMore', 'nextCursor'],
    ])
    expect(first.body.data).toEqual(expected().slice(0, 100))
    const second = await ask(
      service.url,
      'GET',
      `${path()}?limit=100&cursor=${first.body.nextCursor}`,
      { headers },
    )
    expect(second.body.data).toEqual(expected().slice(100, 200))
    expect(second.headers.get('link')).toMatch(/^<\/api\/[^>]+>; rel="next"$/)
    const mine = await ask(
      service.url,
      'GET',
      `${path()}?userEmail=AUDITOR@example.com&limit=100`,
      {
        headers,
      },
    )
    expect(mine.body.data.length).toBeGreaterThan(0)
    for (const log of mine.body.data) expect(log.user.email).toBe('auditor@example.com')
  })

  it('are for Admins of the project', async () => {
    const developer = await world.seed.member(world.project, 'developer')
    const refused = await ask(service.url, 'GET', path(), {
      headers: await world.seed.session(developer.id),
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'level_too_low'])
    const outsider = await ask(service.url, 'GET', path(), {
      headers: await world.seed.session(world.other.admin.id),
    })
    expect([outsider.status, outsider.body.code]).toEqual([404, 'not_found'])
  })

  it('name a wrong parameter', async () => {
    const { status, body } = await ask(service.url, 'GET', `${path()}?limit=101`, { headers })
    expect([status, body]).toEqual([
      400,
      { code: 'invalid_parameter', message: "'limit' must be an integer from 1 to 100." },
    ])
  })
})
