import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ApprovalsWorld,
  refund,
} from '../../../../../apps/service/src/testing/approvals-world.js'
import type { Outcome, SteadyClient } from './steady-client.js'

type Headers = Readonly<Record<string, string>>
type Decision = 'approved' | 'rejected'

/** What the service acknowledged. */
export interface Acknowledged {
  readonly notes: Map<number, string>
  readonly entries: Set<string>
  readonly tokens: Set<number>
  readonly approvals: Set<number>
  /** Every decision that got a success, by approval: never two for one. */
  readonly decisions: Map<number, readonly Decision[]>
  /** Responses to the client that asks too often. */
  readonly limited: { accepted: number; refused: number }
}

interface Numbered {
  readonly id: number
  readonly code?: string
}

/** The work of one client, again and again. */
export type Work = (client: SteadyClient) => Promise<void>

/** What clients do while instances are killed, and what the service said to it. */
export function createLoad(
  { project, as }: Pick<ApprovalsWorld, 'project' | 'as'>,
  tokens: readonly Headers[],
  limitedToken: Headers,
): { readonly acknowledged: Acknowledged; readonly works: readonly Work[] } {
  const environment = `/v1/project/${encodeURIComponent(project.name)}/environment/Production`
  const api = `/api/projects/${project.id}`
  const approvals = `${api}/environments/${project.environment.id}/approvals`
  const acknowledged: Acknowledged = {
    notes: new Map(),
    entries: new Set(),
    tokens: new Set(),
    approvals: new Set(),
    decisions: new Map(),
    limited: { accepted: 0, refused: 0 },
  }
  let turn = 0

  /** Sent with one key until it is acknowledged: it must be there once. */
  const writeNote: Work = async client => {
    turn += 1
    const title = `note ${randomUUID()}`
    const headers = { ...tokens[turn % tokens.length], 'idempotency-key': randomUUID() }
    const body = { title, recordId: '1', collectionName: 'orders', content: 'whole' }
    const outcome = await client.send('POST', `${environment}/notes`, { headers, body })
    acknowledged.notes.set(expectStatus(outcome, 201).id, title)
  }

  const writeEntries: Work = async client => {
    const keys = Array.from({ length: 5 }, () => `entry-${randomUUID()}`)
    const entries = keys.map(key => ({
      ...{ key, label: key, type: 'write', action: 'update', userId: project.admin.id },
      ...{ collectionName: 'orders', recordIds: ['1'] },
    }))
    const headers = { 'service-secret-key': project.environment.secret }
    const outcome = await client.send('POST', '/agent-api/activity-logs', {
      headers,
      body: { entries },
    })
    expectStatus(outcome, 200)
    for (const key of keys) acknowledged.entries.add(key)
  }

  /** Each writes an entry of the admin log. */
  const createToken: Work = async client => {
    const body = { name: `token ${randomUUID()}`, scopes: ['notes:read'] }
    const outcome = await client.try('POST', `${api}/tokens`, { headers: as.admin, body })
    if (outcome) acknowledged.tokens.add(expectStatus(outcome, 201).id)
    await sleep(20)
  }

  /** Two people decide differently at the same time. */
  const decide: Work = async client => {
    const asked = await client.try('POST', approvals, { headers: as.clerk, body: refund })
    if (!asked) return
    const { id } = expectStatus(asked, 201)
    acknowledged.approvals.add(id)
    const attempt = async (headers: Headers, verb: string, decision: Decision) => {
      const outcome = await client.try('POST', `${approvals}/${id}/${verb}`, { headers, body: {} })
      if (outcome?.status !== 200) return
      acknowledged.decisions.set(id, [...(acknowledged.decisions.get(id) ?? []), decision])
    }
    await Promise.all([
      attempt(as.head, 'approve', 'approved'),
      attempt(as.chief, 'reject', 'rejected'),
    ])
  }

  const askTooOften: Work = async client => {
    const path = `/v1/project/${encodeURIComponent(project.name)}/admin-logs?limit=1`
    const outcome = await client.try('GET', path, { headers: limitedToken })
    if (outcome?.status === 200) acknowledged.limited.accepted += 1
    else if (outcome?.status === 429) acknowledged.limited.refused += 1
    await sleep(5)
  }

  return {
    acknowledged,
    works: [writeNote, writeNote, writeEntries, createToken, decide, askTooOften],
  }
}

function expectStatus(outcome: Outcome, status: number): Numbered {
  if (outcome.status === status) return outcome.body as Numbered
  throw new Error(`Expected ${status}: ${outcome.status} ${JSON.stringify(outcome.body)}`)
}
