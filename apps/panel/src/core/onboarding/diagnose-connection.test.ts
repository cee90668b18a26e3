import { describe, expect, it } from 'vitest'
import { type Answer, diagnoseConnection, type Probes } from './diagnose-connection.js'

const healthy: Answer = { status: 200, body: { error: null, message: 'Agent is running' } }
const working: Probes = {
  pageUrl: 'http://127.0.0.1:3310/app/connect',
  isLocalNetworkDenied: async () => false,
  readHealth: async () => healthy,
  isAnythingThere: async () => true,
  openSession: async () => ({ status: 200, body: { token: 'x' } }),
}
const local = 'http://localhost:3351/service'
const secure = { pageUrl: 'https://service.example.com/app/connect' }
const answer = (status: number, body: unknown) => async () => ({ status, body })
const silence = async () => undefined

describe('diagnoseConnection', () => {
  it('works when the agent opens a session, and says how far it is', async () => {
    const steps: string[] = []
    const found = await diagnoseConnection(local, working, step => steps.push(step))
    expect([found, steps]).toEqual([{ kind: 'works' }, ['reach', 'read']])
  })

  it.each<[string, string | null, Partial<Probes>, object]>([
    ['no address', null, {}, { kind: 'noAddress' }],
    ['text that is no address', 'localhost', {}, { kind: 'noAddress' }],
    ['https and http', 'http://10.0.0.5:3351/service', secure, { kind: 'mixedContent' }],
    ['https and http on this machine', local, secure, { kind: 'works' }],
    [
      'a permission that was not given',
      local,
      {
        ...secure,
        readHealth: silence,
        isAnythingThere: async () => false,
        isLocalNetworkDenied: async () => true,
      },
      { kind: 'localNetwork' },
    ],
    [
      'the same on the machine of the service, where none is needed',
      local,
      {
        readHealth: silence,
        isAnythingThere: async () => false,
        isLocalNetworkDenied: async () => true,
      },
      { kind: 'unreachable' },
    ],
    [
      'nobody',
      local,
      { readHealth: silence, isAnythingThere: async () => false },
      { kind: 'unreachable' },
    ],
    ['a response that may not be read', local, { readHealth: silence }, { kind: 'pageRefused' }],
    ['a page of something else', local, { readHealth: answer(200, '<p>') }, { kind: 'notAnAgent' }],
    ['a missing page', local, { readHealth: answer(404, { a: 1 }) }, { kind: 'notAnAgent' }],
    [
      'an agent that is starting',
      local,
      {
        readHealth: answer(503, {
          errors: [{ name: 'NotStartedError', detail: 'The agent is not started.' }],
        }),
      },
      { kind: 'unhealthy', detail: 'The agent is not started.' },
    ],
    [
      'a database that does not respond',
      local,
      {
        readHealth: answer(503, {
          error: 'Datasource main: It does not respond.',
          message: 'Agent is running, but not all its datasources respond',
        }),
      },
      { kind: 'unhealthy', detail: 'Datasource main: It does not respond.' },
    ],
    ['an agent without codes', local, { openSession: answer(404, {}) }, { kind: 'tooOld' }],
    [
      'an agent of another environment',
      local,
      { openSession: answer(401, { errors: [{ name: 'invalid_code', detail: 'Unknown.' }] }) },
      { kind: 'otherEnvironment' },
    ],
    [
      'an agent without panel',
      local,
      { openSession: answer(403, { errors: [{ name: 'forbidden', detail: 'No panel.' }] }) },
      { kind: 'sessionRefused', detail: 'No panel.' },
    ],
    ['a connection that broke', local, { openSession: silence }, { kind: 'pageRefused' }],
  ])('recognises %s', async (_name, agentUrl, probes, expected) => {
    expect(await diagnoseConnection(agentUrl, { ...working, ...probes })).toEqual(expected)
  })
})
