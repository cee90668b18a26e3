import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { insertEntriesStatement } from './limit-statements.js'

const HASH_BYTES = 32

interface Entry {
  readonly key: string
  readonly type: string
  readonly action: string
  readonly userId: number
  readonly username: string
  readonly userEmail: string
  readonly teamName: string
  readonly collectionName: string
  readonly recordIds?: readonly string[]
  readonly occurredAt: string
}

// One connection: batches are written in the order in which they arrive, each while the next one is read and hashed.
const writing = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 })

// Only this process writes, so the end of the chain is in its memory.
let seq = 0
let lastMicroseconds = 0
let previous: Buffer = Buffer.alloc(0)

/** The least that a batch of the activity log can cost: its JSON, a hash per entry, one statement. */
export async function writeEntries(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { entries } = JSON.parse(await text(request)) as { entries: readonly Entry[] }
  const firstSeq = seq + 1
  lastMicroseconds = Math.max(Date.now() * 1000, lastMicroseconds + 1)
  const instants = entries.map((_, index) => formatInstant(lastMicroseconds + index))
  const hashes = chain(entries, instants)
  lastMicroseconds += entries.length
  const column = (read: (entry: Entry) => string | number) => formatArray(entries.map(read))
  await writing.query({
    name: 'entries',
    text: insertEntriesStatement,
    values: [
      formatArray(instants),
      firstSeq,
      column(entry => entry.type),
      column(entry => entry.action),
      formatArray(entries.map(({ recordIds }) => (recordIds ? formatArray(recordIds) : null))),
      column(entry => entry.userId),
      column(entry => entry.username),
      column(entry => entry.userEmail),
      column(entry => entry.teamName),
      column(entry => entry.collectionName),
      column(entry => entry.occurredAt),
      hashes,
      column(entry => entry.key),
    ],
  })
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ written: entries.length }))
}

function chain(entries: readonly Entry[], instants: readonly string[]): Buffer {
  const hashes = Buffer.allocUnsafe(entries.length * HASH_BYTES)
  entries.forEach((entry, index) => {
    const json = JSON.stringify({ seq: ++seq, createdAt: instants[index], ...entry })
    previous = hash('sha256', Buffer.concat([previous, Buffer.from(json)]), 'buffer')
    previous.copy(hashes, index * HASH_BYTES)
  })
  return hashes
}

const formatInstant = (microseconds: number) =>
  `${new Date(microseconds / 1000).toISOString().slice(0, -1)}${String(microseconds % 1000).padStart(3, '0')}Z`

const formatArray = (values: readonly (string | number | null)[]) =>
  `{${values.map(formatElement).join(',')}}`

const formatElement = (value: string | number | null) =>
  value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`
