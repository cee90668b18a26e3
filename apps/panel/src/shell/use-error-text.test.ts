import { expect, it } from 'vitest'
import { SessionEndedError } from '../core/session/agent-session.js'
import { ApiError, explainMissing } from '../data/api-error.js'
import { classifyError } from './use-error-text.js'

const fail = (status: number, source: 'agent' | 'service' = 'agent', code?: string) =>
  new ApiError({ source, status, code, message: '' })

it.each<[unknown, string]>([
  [fail(0), 'agentAway'],
  [fail(0, 'service'), 'serviceAway'],
  [fail(0, 'agent', 'page_refused'), 'agentRefuses'],
  [fail(409, 'service', 'agent_url_missing'), 'agentMissing'],
  [explainMissing(fail(404)), 'agentTooOld'],
  [explainMissing(fail(404, 'service')), 'unexpected'],
  [fail(401), 'sessionEnded'],
  [new SessionEndedError(), 'sessionEnded'],
  [fail(403), 'forbidden'],
  [fail(429), 'busy'],
  [fail(503), 'busy'],
  [fail(500), 'unexpected'],
  [new Error('a mistake'), 'unexpected'],
])('%o is told as %s', (error, kind) => {
  expect(classifyError(error)).toBe(kind)
})
