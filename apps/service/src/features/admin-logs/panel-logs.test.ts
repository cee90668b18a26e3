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
    return (list?.rows.map(row => list.toItem(row)).reverse() ?? []) as { createdAt: string }[]
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

  it('are counted with the first page, up to a limit', async () => {
    const [page, next] = await Promise.all(
      ['limit=100&count=true', 'limit=100'].map(query =>
        ask(service.url, 'GET', `${path()}?${query}`, { headers }),
      ),
    )
    expect(page?.body.count).toEqual({ value: expected().length, isMore: false })
    expect(next?.body.count).toBeUndefined()
    const few = `${path()}?limit=100&count=true&createdAt.lte=${expected().at(-1)?.createdAt}`
    const { body } = await ask(service.url, 'GET', few, { headers })
    expect([body.data.length, body.count]).toEqual([1, { value: 1, isMore: false }])
  })

  it.each(['', '&order=asc', '&userEmail=auditor@example.com', '&type=remove'])(
    'are saved as the lines that the public API gives page by page: %s',
    async filter => {
      if (name === 'activity-logs' && filter === '&type=remove') filter = '&status=failed'
      const list = expectedLists(world).find(one => one.name === name)
      const lines: string[] = []
      for (let cursor = ''; ; ) {
        const query = `?limit=7${filter}${cursor && `&cursor=${cursor}`}`
        const { body } = await ask(service.url, 'GET', `${list?.path}${query}`, {
          headers: world.headers,
        })
        lines.push(...body.data.map((item: object) => `${JSON.stringify(item)}\n`))
        if (!body.hasMore) break
        cursor = body.nextCursor
      }
      const file = await fetch(`${service.url}${path()}/export?format=ndjson${filter}`, { headers })
      expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
        'application/x-ndjson',
        `attachment; filename="${name}.ndjson"`,
      ])
      expect(lines.length).toBeGreaterThan(7)
      expect(await file.text()).toBe(lines.join(''))
    },
  )

  it('are saved as a table in which no cell is a formula', async () => {
    const { db } = service.deps.store
    await db
      .updateTable('activity_logs')
      .set({ label: '=cmd()', username: '@SUM(A1)', team_name: 'a "b", c' })
      .where('environment_id', '=', world.staging.id)
      .execute()
    const of =
      name === 'admin-logs'
        ? path()
        : path().replace(/environments\/\d+/, `environments/${world.staging.id}`)
    const file = await fetch(`${service.url}${of}/export?format=csv&limit=3`, { headers })
    const [head, ...rows] = (await file.text()).trimEnd().split('\n')
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(head).toMatch(/^id,createdAt,/)
    expect(rows).toHaveLength(3)
    if (name === 'admin-logs') return
    for (const row of rows) expect(row).toMatch(/,'=cmd\(\),\d+,'@SUM\(A1\),.*,"a ""b"", c",/)
  })

  it('need a format to be saved in', async () => {
    const { status, body } = await ask(service.url, 'GET', `${path()}/export`, { headers })
    expect([status, body.code]).toEqual([400, 'invalid_parameter'])
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
