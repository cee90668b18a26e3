import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ActivityEntry } from '@service/service-client'
import { chooseRounds, endWithUs, isLongRun } from '@service/test-support'
import { createSessionTokens } from '@service/tokens'
import { afterEach, beforeEach, expect, it } from 'vitest'

const findProgram = (name: string) =>
  fileURLToPath(new URL(`../testing/${name}.mjs`, import.meta.url))

let folder: string
let child: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Only the outbox starts fast enough to be killed often; the agent adds routes, which other tests cover. */
const programs = [
  { program: 'killed-outbox', rounds: chooseRounds(4, 40) },
  ...(isLongRun ? [{ program: 'killed-agent', rounds: 4 }] : []),
]

it.each(programs)(
  'tells each write once, though $program and service die $rounds times',
  async ({ program, rounds }) => {
    const random = createRandom(20_260_731)
    const sink = await startSink(random)
    const answered = new Set<string>()
    const asked = { last: 0 }
    for (let round = 0; round < rounds; round++) {
      const { url, exit } = await startAgent(program, sink.url)
      const enough = answered.size + Math.floor(random() * 40)
      const clients = Array.from({ length: 3 }, () => act(url, asked, answered))
      await expect
        .poll(() => answered.size, { interval: 1, timeout: 20_000 })
        .toBeGreaterThan(enough)
      await sleep(random() * 20)
      child?.kill('SIGKILL')
      await Promise.all([exit, ...clients])
    }
    sink.heal()
    const { exit } = await startAgent(program, sink.url)
    await expect.poll(() => leftFiles(), { timeout: 30_000 }).toEqual([])
    child?.kill('SIGTERM')
    await exit
    await sink.close()

    const told = sink.entries
      .filter(({ type }) => type === 'write')
      .map(entry => entry.recordIds?.[0])
    expect(new Set(told).size, 'a write was told twice').toBe(told.length)
    expect([...answered].filter(id => !told.includes(id))).toEqual([])
    expect(answered.size).toBeGreaterThan(rounds)
    expect(sink.lost, 'no answer of the service was lost').toBeGreaterThan(0)
    expect(sink.repeated, 'nothing was sent twice').toBeGreaterThan(0)
    const reads = sink.entries.filter(({ type }) => type === 'read')
    expect(reads.length).toBeLessThanOrEqual(asked.last)
  },
  180_000,
)

/** Changes and reads records, each once, until the agent ends. */
async function act(url: string, asked: { last: number }, answered: Set<string>): Promise<void> {
  const profile = { id: 7, email: 'ada@example.com', firstName: '', lastName: '' }
  const user = { ...profile, team: 'Operations', role: '', permissionLevel: 'user' }
  const { token } = await createSessionTokens(['a secret for tests, of 32 characters']).issue(
    user,
    1,
  )
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (;;) {
    asked.last += 1
    const id = String(asked.last)
    const path = `${url}/orders/${id}?timezone=UTC`
    const body = JSON.stringify({ data: { attributes: { reference: id } } })
    try {
      const response = await fetch(path, { method: 'PUT', headers, body })
      if (response.status !== 200) throw new Error(await response.text())
      answered.add(id)
      await response.text()
      await (await fetch(path, { headers })).text()
    } catch (error) {
      if (child?.killed) return
      throw error
    }
  }
}

async function startAgent(program: string, sinkUrl: string) {
  const started = spawn(process.execPath, [findProgram(program), folder, sinkUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = endWithUs(started)
  const exit = once(started, 'exit')
  const [port] = await once(started.stdout, 'data')
  return { url: `http://127.0.0.1:${String(port).trim()}/service`, exit }
}

async function leftFiles(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter(name => /\.(reads|writes)$/.test(name))
}

/** Stores entries by their keys, as the service does; drops responses, rejects batches, and crashes. */
async function startSink(random: () => number) {
  const entries = new Map<string, ActivityEntry>()
  const counts = { lost: 0, repeated: 0 }
  let isHealed = false

  const keep = async (request: IncomingMessage) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    for (const entry of JSON.parse(Buffer.concat(chunks).toString()) as ActivityEntry[]) {
      if (entries.has(entry.key)) counts.repeated += 1
      else entries.set(entry.key, entry)
    }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const fate = isHealed ? 1 : random()
    if (fate < 0.15) return request.destroy()
    if (fate < 0.3) return response.writeHead(503, { 'retry-after': '0' }).end()
    await keep(request)
    if (fate < 0.6) {
      counts.lost += 1
      return response.destroy()
    }
    return response.writeHead(200).end('{}')
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heal() {
      isHealed = true
    },
    get entries() {
      return [...entries.values()]
    },
    get lost() {
      return counts.lost
    },
    get repeated() {
      return counts.repeated
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Mulberry32: returns the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
