import { expect } from 'vitest'
import { ENVIRONMENT_SECRET_HEADER } from '../http/access/find-agent.js'
import { CSRF_HEADER, deriveCsrfToken, SESSION_COOKIE } from '../http/access/find-person.js'
import { ask } from './ask.js'
import type { UpgradeFixture } from './upgrade-fixtures.js'

type Headers = Record<string, string>

/** How the people and programs of a fixture identify themselves. */
function readCallers({ credentials }: UpgradeFixture): {
  readonly session: Headers
  readonly token: Headers
  readonly personal: Headers
  readonly agent: Headers
} {
  const [, sessionSecret = ''] = credentials.session.split('.')
  return {
    session: {
      cookie: `${SESSION_COOKIE}=${credentials.session}`,
      [CSRF_HEADER]: deriveCsrfToken(sessionSecret),
    },
    token: { authorization: `Bearer ${credentials.apiToken}` },
    personal: { authorization: `Bearer ${credentials.personalToken}` },
    agent: { [ENVIRONMENT_SECRET_HEADER]: credentials.environmentSecret },
  }
}

const project = '/api/projects/1'
const environment = `${project}/environments/1`
const team = `${environment}/teams/1`
const published = '/v1/project/Shop/environment/Production'
const notes = `${published}/notes`

/** What each caller reads: together every table that people see. */
const readings: Readonly<Record<string, readonly string[]>> = {
  session: [
    ...['/api/session', '/api/sessions', '/api/projects', '/api/me/two-factors', '/api/me/tokens'],
    ...['', '/admin-logs', '/environments', '/people', '/roles', '/teams'].map(p => project + p),
    ...['/grants', '/invitations', '/jobs', '/sso', '/tokens', '/retention'].map(p => project + p),
    ...['', '/activity-logs', '/approvals', '/notes', '/rights', '/schema', '/ip-rules'].map(
      path => environment + path,
    ),
    `${environment}/records/orders/1/activity`,
    ...[
      '/charts',
      '/dashboards',
      '/layout',
      '/layout/history',
      '/scopes',
      '/segments',
      '/views',
    ].map(path => team + path),
  ],
  personal: ['/api/me', '/api/me/mentions', '/api/me/preferences'],
  token: [notes, `${published}/activity-logs`, '/v1/project/Shop/admin-logs'],
  agent: ['environment', 'permissions/environment', 'permissions/users', 'permissions/renderings']
    .concat(['ip-rules', 'schema', 'ended-grants', 'model-customizations'])
    .map(name => `/agent-api/${name}`),
}

/** Expects a service on the database of a fixture to read all that is in it, and to write to it. */
export async function expectAnswers(url: string, fixture: UpgradeFixture): Promise<void> {
  const { email, password } = fixture.credentials
  const callers: Readonly<Record<string, Headers>> = readCallers(fixture)
  const refused: string[] = []
  for (const [caller, paths] of Object.entries(readings)) {
    for (const path of paths) {
      const { status } = await ask(url, 'GET', path, { headers: callers[caller] })
      if (status !== 200) refused.push(`${status} ${path}`)
    }
  }
  expect(refused).toEqual([])
  const signIn = await ask(url, 'POST', '/api/sessions', { body: { email, password } })
  expect(signIn.status).toBeLessThan(300)

  const list = async () => (await ask(url, 'GET', notes, { headers: callers.token })).body.data
  const before: readonly { title: string }[] = await list()
  expect(before.map(({ title }) => title)).toContain('Call back')
  const body = { title: 'After', recordId: '1', collectionName: 'orders', content: 'Written now.' }
  const written = await ask(url, 'POST', notes, { headers: callers.token, body })
  expect(written.status).toBe(201)
  expect(await list()).toHaveLength(before.length + 1)
}
