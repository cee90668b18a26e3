import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './ask.js'
import type { SeededProject } from './seed.js'

type Headers = Record<string, string>

/** Writers that remember what the service acknowledged, and look for it after a crash. */
export interface CrashWriters {
  /**
   * Writes notes, logs and token changes until the service is gone, with a pause after each. Several instances can be
   * written to at once.
   */
  write(url: string, pauseMs?: number): Promise<void>
  /** What was acknowledged and is not there, or is there in part. Reads only what is new since the last look. */
  missing(url: string): Promise<string[]>
  /** Begins the next look at the first row again. */
  forgetFound(): void
  /** Resolves when this many more writes were acknowledged, or no writer is left. */
  untilAcknowledged(more: number): Promise<void>
  /** How many writes were acknowledged so far. */
  acknowledged(): number
}

export function createCrashWriters(
  project: SeededProject,
  callers: { readonly session: Headers; readonly token: Headers; readonly agent: Headers },
): CrashWriters {
  const environment = `/v1/project/${encodeURIComponent(project.name)}/environment/Production`
  const tokens = `/api/projects/${project.id}/tokens`
  const notes = new Set<number>()
  const logs = new Set<string>()
  const created = new Set<number>()
  const revoked = new Set<number>()
  const unsure = new Set<number>()
  const found = {
    notes: createReader(`${environment}/notes`, callers.token),
    logs: createReader(`${environment}/activity-logs`, callers.token),
  }
  let serial = 0
  let writers = 0

  const writeNote = async (url: string) => {
    const body = { title: 'a note', recordId: '1', collectionName: 'orders', content: 'whole' }
    const answer = await ask(url, 'POST', `${environment}/notes`, { headers: callers.token, body })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    notes.add(answer.body.id)
  }

  const writeLogs = async (url: string) => {
    const keys = Array.from({ length: 5 }, () => `log-${serial++}`)
    const entries = keys.map(key => ({
      key,
      type: 'write',
      action: 'update',
      label: key,
      userId: project.admin.id,
      collectionName: 'orders',
      recordIds: ['1'],
    }))
    const answer = await ask(url, 'POST', '/agent-api/activity-logs', {
      headers: callers.agent,
      body: { entries },
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    for (const key of keys) logs.add(key)
  }

  const changeTokens = async (url: string) => {
    const headers = callers.session
    const body = { name: `token ${serial++}`, scopes: ['notes:read'] }
    const made = await ask(url, 'POST', tokens, { headers, body })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    const { id } = made.body
    created.add(id)
    if (serial % 2 === 0) return
    unsure.add(id)
    const gone = await ask(url, 'DELETE', `${tokens}/${id}`, { headers })
    if (gone.status === 204) revoked.add(id)
  }

  /** Until the service is killed: what a broken connection leaves open is not acknowledged. */
  const repeat = async (url: string, write: (url: string) => Promise<void>, pauseMs: number) => {
    for (let turn = 0; turn < 1_000; turn++) {
      try {
        await write(url)
        if (pauseMs > 0) await sleep(pauseMs)
      } catch (error) {
        if (error instanceof TypeError) return
        throw error
      }
    }
  }

  const acknowledged = () => notes.size + logs.size + created.size + revoked.size

  return {
    async write(url, pauseMs = 0) {
      const kinds = [writeNote, writeNote, writeLogs, changeTokens]
      writers += kinds.length
      await Promise.all(
        kinds.map(kind =>
          repeat(url, kind, pauseMs).finally(() => {
            writers--
          }),
        ),
      )
    },
    async missing(url) {
      await found.notes.read(url)
      await found.logs.read(url)
      const list = await ask(url, 'GET', tokens, { headers: callers.session })
      const states = new Map<number, boolean>(
        list.body.data.map((one: { id: number; revokedAt?: string | null }) => [
          one.id,
          Boolean(one.revokedAt),
        ]),
      )
      const noteIds = new Set(found.notes.rows.map(note => note.id))
      // Writing a note is logged too; ours have a label of their own.
      const ownLogs = found.logs.rows.filter(log => log.label?.startsWith('log-'))
      const labels = new Set(ownLogs.map(log => log.label))
      return [
        ...[...notes].filter(id => !noteIds.has(id)).map(id => `note ${id} is lost`),
        ...found.notes.rows
          .filter(note => note.messages.length !== 1)
          .map(note => `note ${note.id} has no message`),
        ...[...logs].filter(key => !labels.has(key)).map(key => `log ${key} is lost`),
        ...(labels.size === ownLogs.length ? [] : ['a log was written twice']),
        ...[...created].filter(id => !states.has(id)).map(id => `token ${id} is lost`),
        ...[...revoked].filter(id => states.get(id) === false).map(id => `token ${id} came back`),
        ...[...created]
          .filter(id => states.get(id) === true && !unsure.has(id))
          .map(id => `token ${id} was revoked by nobody`),
      ]
    },
    forgetFound() {
      found.notes.forget()
      found.logs.forget()
    },
    async untilAcknowledged(more) {
      const goal = acknowledged() + more
      while (acknowledged() < goal && writers > 0) await sleep(1)
    },
    acknowledged,
  }
}

interface Found {
  readonly id: number
  readonly label?: string
  readonly createdAt: string
  readonly messages: readonly unknown[]
}

/** Reads a list from where it was left. */
function createReader(path: string, headers: Headers) {
  const rows: Found[] = []
  return {
    rows,
    forget() {
      rows.length = 0
    },
    async read(url: string) {
      const address = new URL(path, url)
      address.searchParams.set('order', 'asc')
      const last = rows.at(-1)
      if (last) address.searchParams.set('createdAt.gt', last.createdAt)
      const response = await fetch(address, {
        headers: { ...headers, accept: 'application/x-ndjson' },
      })
      const text = await response.text()
      if (response.status !== 200) throw new Error(text)
      const lines = text.split('\n').filter(line => line !== '')
      rows.push(...lines.map(line => JSON.parse(line)))
    },
  }
}
