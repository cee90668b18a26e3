import { chooseRounds } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeToken } from '../secrets/token-format.js'
import { type Answer, ask } from '../testing/ask.js'
import { onAnyStore } from '../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

/** Of how many lists one is asked with the same mistake: they read their parameters in the same way. */
const TURNS = chooseRounds(3, 1)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const lists = [
  { name: 'notes', scope: 'notes:read', hasEnvironment: true },
  { name: 'activity-logs', scope: 'activity_logs:read', hasEnvironment: true },
  { name: 'admin-logs', scope: 'admin_logs:read', hasEnvironment: false },
] as const
type List = (typeof lists)[number]

const INVALID = { error: 'Unauthorized', message: 'Invalid or missing token' }
const EXPIRED = { error: 'Unauthorized', message: 'Token has expired' }
const DATE_RULE = 'must be an ISO 8601 date or date and time, such as 2026-02-01T08:30:00Z'

/** What no list takes, and the message that names the parameter and the rule. */
const malformed: readonly (readonly [query: string, message: string])[] = [
  ...['0', '101', '-1', '1.5', 'ten', '', ' 5', '1e1', '٣', '9007199254740993'].map(
    value => [`limit=${value}`, "'limit' must be an integer from 1 to 100."] as const,
  ),
  ...['0', '-7', '7.5', 'seven', '', '99999999999999999999'].map(
    value => [`userId=${value}`, "'userId' must be a positive integer."] as const,
  ),
  ...['somebody', 'a@b@c', '@example.com', 'a b@example.com'].map(
    value => [`userEmail=${value}`, "'userEmail' must be an e-mail address."] as const,
  ),
  ['order=up', "'order' must be one of 'asc', 'desc'."],
  ['order=ASC', "'order' must be one of 'asc', 'desc'."],
  ['cursor=abc', "'cursor' must be a nextCursor of this list, unchanged."],
  ['cursor=', "'cursor' must not be empty."],
  ...[
    'yesterday',
    '',
    '1770000000',
    '2026-13-01',
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2026-00-10',
    '2026-01-00',
    '2026-02-01T24:00:01Z',
    '2026-02-01T25:00Z',
    '2026-02-01T08:60Z',
    '2026-02-01T08:30:60Z',
    '2026-02-01T08:30:00+24:00',
    '2026-02-01T08:30:00+01:60',
    '2026-02-01T08:30:00.Z',
    '2026-02-01 08:30:00Z',
    '2026-02-01Z',
    '26-02-01',
    '2026-2-1',
    '+2026-02-01',
  ].map(
    value => [`createdAt.gt=${encodeURIComponent(value)}`, `'createdAt.gt' ${DATE_RULE}.`] as const,
  ),
]

/** What single lists refuse beyond that. */
const malformedByList: Readonly<Record<List['name'], readonly (readonly [string, string])[]>> = {
  notes: [
    ['teamName=', "'teamName' must not be empty."],
    ['collectionName=a%00b', "'collectionName' must not contain a NUL character."],
    [`recordId=${'x'.repeat(1001)}`, "'recordId' must have at most 1000 characters."],
    ['updatedAt.eq=never', `'updatedAt.eq' ${DATE_RULE}.`],
    ['archivedAt.lte=never', `'archivedAt.lte' ${DATE_RULE}.`],
  ],
  'activity-logs': [
    ['type=execute', "'type' must be one of read, write."],
    ['recordId=%00', "'recordId' must not contain a NUL character."],
  ],
  'admin-logs': [
    ['type=ADD', "'type' must be one of add, remove, update, initial."],
    ['initiator=me', "'initiator' must be one of administrator, identityProvider, service."],
  ],
}

/** Names that do not exist on a list; a typo must not export the wrong rows. */
const unknown: Readonly<Record<List['name'], readonly string[]>> = {
  notes: ['Limit', 'user_id', 'createdAt', 'createdAt.ne', 'createdAt[lt]', 'page', 'type', ''],
  'activity-logs': ['updatedAt.lt', 'archivedAt.lt', 'resource', 'initiator', '__proto__'],
  'admin-logs': ['collectionName', 'recordId', 'teamName', 'action', 'constructor'],
}

onAnyStore('the public API', postgresUrl => {
  let service: TestService
  let project: SeededProject
  let other: SeededProject
  let seed: ReturnType<typeof createSeed>
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    seed = createSeed(service.deps.store)
    project = await seed.project('Acme')
    other = await seed.project('Other')
    headers = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
    await db()
      .insertInto('environments')
      .values([
        { project_id: other.id, name: 'Elsewhere', kind: 'staging' },
        {
          project_id: project.id,
          name: 'Gone',
          kind: 'staging',
          deleted_at: '2026-01-01T00:00:00Z',
        },
      ])
      .execute()
  })
  afterAll(() => service?.stop())

  const buildPath = (
    { name, hasEnvironment }: List,
    projectName = 'Acme',
    environmentName = 'Production',
  ) =>
    `/v1/project/${projectName}/${hasEnvironment ? `environment/${environmentName}/` : ''}${name}`
  const get = (path: string, more: Record<string, string> = headers) =>
    ask(service.url, 'GET', path, { headers: more })
  const db = () => service.deps.store.db

  /** A token whose row is changed after it was made. */
  async function tokenWith(change: { expires_at?: string; revoked_at?: string }) {
    const made = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
    const publicId = made.authorization?.split('_')[1] as string
    await db().updateTable('api_tokens').set(change).where('public_id', '=', publicId).execute()
    return made
  }

  describe.each(lists)('list of $name', list => {
    it('answers 401 with error and message to whom it does not know', async () => {
      const stranger = await seed.member(project, 'admin')
      const strangers = await seed.apiToken({ projectId: project.id, userId: stranger.id })
      await db()
        .updateTable('users')
        .set({ disabled_at: '2026-01-01T00:00:00Z' })
        .where('id', '=', stranger.id)
        .execute()
      const good = headers.authorization as string
      const cases: [Record<string, string>, object][] = [
        [{}, INVALID],
        [{ authorization: '' }, INVALID],
        [{ authorization: 'Bearer' }, INVALID],
        [{ authorization: good.replace('Bearer', 'Basic') }, INVALID],
        [{ authorization: good.slice(7) }, INVALID],
        [{ authorization: `${good}x` }, INVALID],
        [{ authorization: `Bearer ${makeToken('svc').token}` }, INVALID],
        [{ authorization: `Bearer ${makeToken('svcp').token}` }, INVALID],
        [await seed.session(project.admin.id), INVALID],
        [strangers, INVALID],
        [await tokenWith({ revoked_at: '2026-01-01T00:00:00Z' }), INVALID],
        [await tokenWith({ expires_at: '2026-01-01T00:00:00Z' }), EXPIRED],
      ]
      for (const [sent, body] of cases) {
        const answer = await get(buildPath(list), sent)
        expect([sent, answer.status, answer.body]).toEqual([sent, 401, body])
        expectCommonHeaders(answer)
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
        expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
      }
    })

    it('accepts a token that expires later, and any case of the scheme', async () => {
      const later = await tokenWith({ expires_at: '2999-01-01T00:00:00Z' })
      const lower = { authorization: later.authorization?.replace('Bearer', 'bearer') as string }
      for (const sent of [later, lower]) expect((await get(buildPath(list), sent)).status).toBe(200)
    })

    it('answers 403 with error and message to a token without the scope', async () => {
      for (const { scope } of lists.filter(one => one.scope !== list.scope)) {
        const narrow = await seed.apiToken({ projectId: project.id, userId: project.admin.id }, [
          scope,
          'notes:write',
        ])
        const answer = await get(buildPath(list), narrow)
        expect([answer.status, answer.body]).toEqual([
          403,
          { error: 'Forbidden', message: `The token lacks the scope '${list.scope}'.` },
        ])
        expectCommonHeaders(answer)
        expectBudgetHeaders(answer)
      }
      const fitting = await seed.apiToken({ projectId: project.id, userId: project.admin.id }, [
        list.scope,
      ])
      expect((await get(buildPath(list), fitting)).status).toBe(200)
    })

    it('does not tell another project from one that does not exist', async () => {
      const answers = await Promise.all(
        ['Other', 'Nothing', 'acme', 'Acme%20', 'A%00'].map(name => get(buildPath(list, name))),
      )
      for (const answer of answers) {
        expect([answer.status, answer.body]).toEqual([
          403,
          { error: 'Forbidden', message: 'The token has no access to this project.' },
        ])
        expectBudgetHeaders(answer)
        expect([...answer.headers.keys()]).toEqual([...(answers[0] as Answer).headers.keys()])
      }
    })

    it('answers 403 when the maker of the token is no longer an Admin', async () => {
      const maker = await seed.member(project, 'admin')
      const made = await seed.apiToken({ projectId: project.id, userId: maker.id })
      expect((await get(buildPath(list), made)).status).toBe(200)
      for (const level of ['developer', 'editor', 'manager', 'user'] as const) {
        await db()
          .updateTable('members')
          .set({ permission_level: level })
          .where('user_id', '=', maker.id)
          .execute()
        const answer = await get(buildPath(list), made)
        expect([answer.status, answer.body.error]).toEqual([403, 'Forbidden'])
        expect(answer.body.message).toMatch(/no longer an Admin/)
      }
    })

    const mistakes = malformed.filter((_, at) => (at + lists.indexOf(list)) % TURNS === 0)
    it.each(mistakes)('answers 400 to %s', async (query, message) => {
      const answer = await get(`${buildPath(list)}?${query}`)
      expect([answer.status, answer.body]).toEqual([400, { code: 'invalid_parameter', message }])
      expectCommonHeaders(answer)
      expectBudgetHeaders(answer)
    })

    it.each(malformedByList[list.name])('answers 400 to its own %s', async (query, message) => {
      const answer = await get(`${buildPath(list)}?${query}`)
      expect([answer.status, answer.body]).toEqual([400, { code: 'invalid_parameter', message }])
    })

    it('names an unknown parameter and what is allowed', async () => {
      for (const name of [...unknown[list.name], 'offset', 'Cursor']) {
        const { status, body } = await get(`${buildPath(list)}?${encodeURIComponent(name)}=1`)
        expect([status, body.code]).toEqual([400, 'unknown_parameter'])
        expect(body.message).toMatch(
          new RegExp(`^Unknown parameter '${escaped(name)}'\\. Allowed: `),
        )
        expect(body.message).toContain('limit, order, cursor, userEmail, userId')
      }
    })

    it('refuses a parameter given twice, also with the same value', async () => {
      for (const query of ['limit=5&limit=5', 'createdAt.lt=2026&createdAt%2Elt=2026']) {
        const { status, body } = await get(`${buildPath(list)}?${query}`)
        const name = query.split('=')[0]
        expect([status, body]).toEqual([
          400,
          { code: 'invalid_parameter', message: `The parameter '${name}' is given twice.` },
        ])
      }
    })

    it('answers 405 with the methods there are', async () => {
      for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
        const answer = await ask(service.url, method, buildPath(list), { headers })
        const allowed = list.name === 'notes' ? 'GET, POST' : 'GET'
        expect([answer.status, answer.headers.get('allow'), answer.body]).toEqual([
          405,
          allowed,
          { code: 'method_not_allowed', message: `This path accepts ${allowed}.` },
        ])
        expectCommonHeaders(answer)
      }
    })

    it('answers HEAD like GET, without the body', async () => {
      const answer = await ask(service.url, 'HEAD', buildPath(list), { headers })
      expect([answer.status, answer.body]).toEqual([200, undefined])
      expectBudgetHeaders(answer)
    })

    it('answers 406 when neither JSON nor NDJSON will do', async () => {
      for (const accept of [
        'text/html',
        'text/*',
        'application/json;q=0',
        'application/xml, a/b',
      ]) {
        const answer = await get(buildPath(list), { ...headers, accept })
        expect([answer.status, answer.body]).toEqual([
          406,
          {
            code: 'not_acceptable',
            message: 'This list is available as application/json or application/x-ndjson.',
          },
        ])
      }
      for (const accept of ['*/*', 'application/*', 'text/html, */*;q=0.1', 'APPLICATION/JSON']) {
        const answer = await get(buildPath(list), { ...headers, accept })
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          'application/json; charset=utf-8',
        ])
      }
    })

    it('sends every header with an answer', async () => {
      const answer = await get(buildPath(list))
      expect(answer.status).toBe(200)
      expectCommonHeaders(answer)
      expectBudgetHeaders(answer)
      const named = await get(buildPath(list), { ...headers, 'request-id': 'my-request-7' })
      expect(named.headers.get('request-id')).toBe('my-request-7')
      const bad = await get(buildPath(list), { ...headers, 'request-id': 'a b' })
      expect(bad.headers.get('request-id')).toMatch(UUID)
    })
  })

  it.each(lists.filter(list => list.hasEnvironment))(
    'answers 404 to an environment the project of the token does not have ($name)',
    async list => {
      for (const name of ['Elsewhere', 'Gone', 'production', 'Nothing', '%00', "'", '%F0%9F']) {
        const answer = await get(buildPath(list, 'Acme', name))
        expect([answer.status, Object.keys(answer.body), answer.body.code]).toEqual([
          404,
          ['code', 'message'],
          'not_found',
        ])
        expect(answer.body.message).toMatch(/^There is no environment '.*' in this project\.$/)
        expectCommonHeaders(answer)
        expectBudgetHeaders(answer)
      }
    },
  )

  it('answers 404 with code and message elsewhere under /v1', async () => {
    for (const path of [
      '/v1',
      '/v1/project/Acme',
      '/v1/project/Acme/environment/Production/note',
    ]) {
      const answer = await get(path)
      expect([answer.status, answer.body]).toEqual([
        404,
        { code: 'not_found', message: 'There is nothing at this URL.' },
      ])
      expectCommonHeaders(answer)
    }
  })
})

onAnyStore('the budget of a token', postgresUrl => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(postgresUrl, { rateLimit: 3 })
  })
  afterAll(() => service?.stop())

  it('counts down in the headers, then answers 429 with Retry-After, for this token alone', async () => {
    const seed = createSeed(service.deps.store)
    const project = await seed.project('Acme')
    const owner = { projectId: project.id, userId: project.admin.id }
    const headers = await seed.apiToken(owner)
    const path = '/v1/project/Acme/admin-logs'
    for (const remaining of [2, 1, 0]) {
      const answer = await ask(service.url, 'GET', path, { headers })
      expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([
        200,
        String(remaining),
      ])
      expectBudgetHeaders(answer)
    }
    const refused = await ask(service.url, 'GET', path, { headers })
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.status, refused.body]).toEqual([
      429,
      { code: 'rate_limited', message: `Too many requests. Try again in ${seconds} s.` },
    ])
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expectCommonHeaders(refused)
    expectBudgetHeaders(refused)
    const another = await seed.apiToken(owner)
    expect((await ask(service.url, 'GET', path, { headers: another })).status).toBe(200)
  })
})

function expectCommonHeaders({ headers }: Answer): void {
  expect(headers.get('request-id')).toMatch(UUID)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
}

function expectBudgetHeaders({ headers }: Answer): void {
  const limit = Number(headers.get('x-ratelimit-limit'))
  const remaining = Number(headers.get('x-ratelimit-remaining'))
  expect(limit).toBeGreaterThan(0)
  expect(remaining).toBeLessThan(limit)
  const reset = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000
  expect(reset).toBeGreaterThan(-60)
  expect(reset).toBeLessThanOrEqual(61)
  expect(headers.get('ratelimit-policy')).toBe(`"default";q=${limit};w=60`)
  expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${remaining};t=\\d+$`))
}

const escaped = (text: string) => text.replace(/[.[\]]/g, '\\$&')
