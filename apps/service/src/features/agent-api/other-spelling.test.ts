import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { openEvents } from '../../testing/read-stream.js'
import { schemaUpload } from '../../testing/schema-upload.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

onAnyStore('an agent that uses the other spelling', postgresUrl => {
  let service: TestService
  let project: SeededProject
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    project = await createSeed(service.deps.store).project()
    headers = { 'forest-secret-key': project.environment.secret }
  })
  afterAll(() => service?.stop())

  const send = (method: string, path: string, body?: unknown, more = headers) =>
    ask(service.url, method, path, { headers: more, body })

  it('starts as it does elsewhere: hash check, upload, permissions, rules, events', async () => {
    const upload = schemaUpload({ books: ['Archive'] })
    const hash = { schemaFileHash: upload.meta.schemaFileHash }
    expect((await send('POST', '/forest/apimaps/hashcheck', hash)).body).toEqual({
      sendSchema: true,
    })
    expect((await send('POST', '/forest/apimaps', upload)).status).toBe(204)
    expect((await send('POST', '/forest/apimaps/hashcheck', hash)).body).toEqual({
      sendSchema: false,
    })
    expect((await send('GET', '/liana/forest-schema')).body).toEqual(upload)
    const events = await openEvents(service.url, headers, '/liana/v4/subscribe-to-events')
    expect(await events.next()).toMatchObject({ event: 'heartbeat' })
    await createSeed(service.deps.store).member(project, 'user')
    expect((await events.nextChange())?.event).toBe('refresh-users')
    events.close()
  })

  it.each([
    ['/liana/v4/permissions/environment', '/agent-api/permissions/environment'],
    ['/liana/v4/permissions/users', '/agent-api/permissions/users'],
    ['/liana/v4/permissions/renderings/{id}', '/agent-api/permissions/renderings/{id}'],
    ['/liana/v1/ip-whitelist-rules', '/agent-api/ip-rules'],
    ['/liana/environment', '/agent-api/environment'],
    ['/liana/model-customizations', '/agent-api/model-customizations'],
  ])('gets at %s what is at %s', async (theirs, ours) => {
    const renderings = await send('GET', '/agent-api/permissions/renderings')
    const [id = ''] = Object.keys(renderings.body)
    const answers = await Promise.all(
      [theirs, ours].map(path => send('GET', path.replace('{id}', id))),
    )
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(answers[0]?.headers.get('etag')).toBe(answers[1]?.headers.get('etag'))
  })

  it.each([
    [
      'an unknown secret',
      () => send('GET', '/liana/v4/permissions/users', undefined, { 'forest-secret-key': 'x' }),
      401,
      'UnauthorizedError',
      'The environment secret is unknown or no longer valid.',
    ],
    [
      'a rendering that does not exist',
      () => send('GET', '/liana/v4/permissions/renderings/999999999'),
      404,
      'NotFoundError',
      'There is no such rendering in this environment.',
    ],
    [
      'a malformed upload',
      () => send('POST', '/forest/apimaps', {}),
      400,
      'InvalidRequestError',
      "'meta' is missing. 'data' is missing.",
    ],
    [
      'another method',
      () => send('DELETE', '/forest/apimaps'),
      405,
      'MethodNotAllowedError',
      'This path accepts POST.',
    ],
  ])('is told of %s in the words it understands', async (_name, ask, status, name, detail) => {
    const answer = await ask()
    expect([answer.status, answer.body]).toEqual([status, { errors: [{ status, name, detail }] }])
  })

  it('may use either header on either path, and errors follow the path', async () => {
    const own = { 'service-secret-key': project.environment.secret }
    expect((await send('GET', '/liana/environment', undefined, own)).status).toBe(200)
    expect((await send('GET', '/agent-api/environment')).status).toBe(200)
    const refused = await send('GET', '/agent-api/environment', undefined, {
      'forest-secret-key': 'x',
    })
    expect(refused.body).toEqual({ code: 'unauthorized', message: expect.any(String) })
  })
})
