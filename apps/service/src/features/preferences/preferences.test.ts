import { expect, it } from 'vitest'
import { personalToken } from '../../testing/access-callers.js'
import { ask } from '../../testing/ask.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { useTestProject } from '../../testing/use-test-project.js'

onAnyStore('preferences', postgresUrl => {
  const suite = useTestProject('user', {}, { postgresUrl })

  const read = async (headers = suite.headers) =>
    (await ask(suite.service.url, 'GET', '/api/me/preferences', { headers })).body
  const change = (body: unknown, headers = suite.headers) =>
    ask(suite.service.url, 'PATCH', '/api/me/preferences', { headers, body })

  const all = {
    theme: 'dark',
    contrast: 'more',
    density: 'compact',
    paging: 'pages',
    language: 'pt-BR',
    timezone: 'Europe/Paris',
    firstDayOfWeek: 0,
    hasShortcuts: false,
    isSidebarCollapsed: true,
    favourites: { '12': ['orders', 'customers'], '13': [] },
    lastRenderingId: 12,
  }

  it('are empty at first, kept per person, and null removes one', async () => {
    expect(await read()).toEqual({})
    const changed = await change(all)
    expect([changed.status, changed.body]).toEqual([200, all])
    const { body } = await change({ theme: null, density: 'default', language: null })
    const { theme, language, ...rest } = all
    expect(body).toEqual({ ...rest, density: 'default' })
    expect(await read()).toEqual(body)
    expect((await change({ theme: null })).body).toEqual(body)
    const other = await suite.seed.session((await suite.seed.user()).id)
    expect(await read(other)).toEqual({})
  })

  it('merge columns by rendering and collection', async () => {
    await change({ columns: { '12': { orders: 'reference,total.120', tags: 'label' } } })
    const { body } = await change({ columns: { '12': { orders: '', tags: null }, '13': {} } })
    expect(body.columns).toEqual({ '12': { orders: '' }, '13': {} })
    expect((await change({ columns: null })).body.columns).toBeUndefined()
  })

  it('merge favourites by rendering', async () => {
    await change(all)
    const { body } = await change({ favourites: { '13': null, '14': ['a'] } })
    expect(body.favourites).toEqual({ '12': ['orders', 'customers'], '14': ['a'] })
    expect((await change({ favourites: null })).body.favourites).toBeUndefined()
  })

  it('lose no change of several that are sent at once', async () => {
    const changes = [
      ...Object.entries(all).map(([name, value]) => ({ [name]: value })),
      ...Array.from({ length: 20 }, (_, index) => ({ favourites: { [100 + index]: ['x'] } })),
    ]
    const results = await Promise.all(changes.map(one => change(one)))
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]))
    const { favourites, ...rest } = await read()
    expect({ ...rest, favourites: all.favourites }).toEqual(all)
    expect(Object.keys(favourites)).toHaveLength(22)
  })

  it.each([
    [{ them: 'dark' }, "Unknown preference 'them'. Known: theme, ", "Did you mean 'theme'?"],
    [{ time_zone: 'x' }, "Unknown preference 'time_zone'.", "Did you mean 'timezone'?"],
    [{ theme: 'pink' }, "'theme' must be one of 'system', 'light', 'dark'."],
    [{ firstDayOfWeek: 7 }, "'firstDayOfWeek'"],
    [{ timezone: 'Mars/Phobos' }, "'timezone' must be a time zone such as Europe/Paris."],
    [{ language: 'no such' }, "'language' must be a language such as en or pt-BR."],
    [{ favourites: { x: [] } }, 'must be the id of a rendering'],
    [{ favourites: { '1': Array(101).fill('a') } }, 'must have at most 100 collections'],
    [{ columns: { '1': { orders: 'x'.repeat(2_001) } } }, 'must be at most 2,000 characters'],
    [{ lastRenderingId: 0 }, "'lastRenderingId'"],
    [{ __proto__x: 1 }, 'Unknown preference'],
  ])('refuse %j in words', async (body, ...texts) => {
    const refused = await change(body)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_body'])
    for (const text of texts) expect(refused.body.message).toContain(text)
    expect(await read()).toEqual({})
  })

  it('take 16 kB in all, however they are sent', async () => {
    const favourites = (id: number) => ({
      [id]: Array.from({ length: 60 }, (_, index) => `collection ${index} ${'x'.repeat(100)}`),
    })
    expect((await change({ favourites: favourites(1) })).status).toBe(200)
    const { status, body } = await change({ favourites: favourites(2), theme: 'dark' })
    expect(status).toBe(200)
    const large = await change({ favourites: favourites(3), theme: 'light' })
    expect([large.status, large.body.code]).toEqual([400, 'preferences_too_large'])
    expect(large.body.message).toMatch(/^Your preferences would take 2\d{4} bytes, and 16384 are/)
    expect(await read()).toEqual(body)
    expect((await change({ language: 'x'.repeat(17_000) })).status).toBe(413)
  })

  it('of a session by single sign-on are its own: the project chooses who signs people in', async () => {
    await change({ favourites: { '12': ['secret_plans'] } })
    const sso = await suite.seed.session(suite.member.id, { ssoProjectId: suite.project.id })
    expect(await read(sso)).toEqual({})
    await change({ theme: 'dark' }, sso)
    expect(await read(sso)).toEqual({ theme: 'dark' })
    expect(await read()).toEqual({ favourites: { '12': ['secret_plans'] } })
    const token = await personalToken(suite.service.deps.store, suite.member.id)
    expect(await read(token)).toEqual({ favourites: { '12': ['secret_plans'] } })
  })
})
