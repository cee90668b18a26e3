import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AuditTrail } from '@service/agent'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAuditTrail } from './create-audit-trail.js'
import { openAudited } from './testing/open-audited.js'

const program = fileURLToPath(new URL('./testing/killed-agent.mjs', import.meta.url))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-pending-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

const patch = { data: { attributes: { status: 'paid' } } }

it('shows a change that a crash interrupted as pending, with the values it began with', async () => {
  const file = join(folder, 'audit.db')
  const child = spawn(process.execPath, [program, folder, file], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])

  const audited = await openAudited(createAuditTrail({ connection: `sqlite:${file}` }))
  const { json } = await audited.send('GET', '/_audit-trail/orders/1')
  expect(json.data).toMatchObject([
    {
      operation: 'update',
      status: 'pending',
      previousValues: { status: 'draft' },
      newValues: { status: 'paid' },
    },
  ])
  // The change did not happen, and undoing it changes nothing.
  const state = await audited.send('GET', '/_audit-trail/orders/1/state?at=2020-01-01')
  expect(state.json.data).toMatchObject({ status: 'draft' })
  await audited.close()
})

/** A trail whose database accepts announced changes, and outcomes only while it is available. */
function createFailingTrail() {
  const trail = createAuditTrail({ connection: `sqlite:${join(folder, 'audit.db')}` })
  const state = { isAway: true }
  const forgetful: AuditTrail = {
    ...trail,
    settle: entries => (state.isAway ? Promise.reject(new Error('away')) : trail.settle(entries)),
  }
  return { forgetful, state }
}

it('completes a change whose outcome could not be recorded, and records it later', async () => {
  const { forgetful, state } = createFailingTrail()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const audited = await openAudited(forgetful)
  const { status } = await audited.send('PUT', '/orders/1', patch)
  expect(status).toBe(200)
  expect(audited.logged).toEqual([
    'Warn The outcome of a change could not be stored in the audit trail: it is retried later',
  ])
  const readStatus = async () =>
    (await audited.send('GET', '/_audit-trail/orders/1')).json.data[0]?.status
  expect(await readStatus()).toBe('pending')
  state.isAway = false
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await expect.poll(readStatus).toBe('done')
  await audited.close()
})

it('records the last outcomes when the agent stops, and reports how many it could not record', async () => {
  const first = createFailingTrail()
  const audited = await openAudited(first.forgetful)
  await audited.send('PUT', '/orders/1', patch)
  first.state.isAway = false
  await audited.close()

  const second = createFailingTrail()
  const again = await openAudited(second.forgetful)
  const { json } = await again.send('GET', '/_audit-trail/orders/1')
  expect(json.data).toMatchObject([{ status: 'done' }])
  await again.send('PUT', '/orders/1', patch)
  await again.close()
  expect(again.logged.at(-1)).toMatch(/^Warn 1 changes stay pending in the audit trail/)
})

it('starts without its database, rejects changes in critical mode, and opens it when it becomes available', async () => {
  const file = join(folder, 'later', 'audit.db')
  const trail = createAuditTrail({ connection: `sqlite:${file}`, critical: true })
  const audited = await openAudited(trail)
  expect(audited.logged).toEqual([
    'Error The audit trail cannot be opened: changes are rejected until it can',
  ])
  expect((await audited.send('GET', '/orders')).status).toBe(200)
  expect((await audited.send('PUT', '/orders/1', patch)).status).toBe(503)
  await mkdir(join(folder, 'later'))
  expect((await audited.send('PUT', '/orders/1', patch)).status).toBe(200)
  await audited.close()
})
