import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { environmentName, projectName } from './access.js'
import { listenToChanges, streamEvents } from './limit-events.js'
import { writeEntries } from './limit-ingest.js'
import { countStatement, listStatement, tokenStatement } from './limit-statements.js'

const BIGINT = 20
const TIMESTAMPTZ = 1184
pg.types.setTypeParser(BIGINT, Number)
pg.types.setTypeParser(TIMESTAMPTZ, isoFromText)

const open = (max: number) => new pg.Pool({ connectionString: process.env.DATABASE_URL, max })
const reading = open(Number(process.env.POOL))
// All requests of a token count in one row: more connections would only wait for each other.
const counting = open(4)
const rateLimit = Number(process.env.RATE_LIMIT)
const MINUTE = 60_000

type Row = Readonly<Record<string, unknown>>
type Message = readonly [string, string, number, string, string]

/** The least that a list of notes can cost: a token, a count, the rows, their JSON. */
async function listNotes(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bearer = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const token = await findToken(bearer)
  if (!token) return void response.writeHead(401).end()
  const remaining = await count(Number(token.id))
  if (remaining < 0) return void response.writeHead(429).end()
  const search = new URLSearchParams(request.url?.split('?')[1])
  const limit = Number(search.get('limit') ?? 10)
  const before = search.get('createdAt.lt') ?? 'infinity'
  const rows = await query(reading, 'list', listStatement, [
    token.environment_id,
    before,
    limit + 1,
  ])
  const hasMore = rows.length > limit
  const data = (hasMore ? rows.slice(0, limit) : rows).map(toNote)
  const parameters = { projectName, environmentName, limit }
  const body = JSON.stringify({ hasMore, parameters, data })
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-ratelimit-remaining': remaining,
  })
  response.end(body)
}

async function findToken(bearer: string): Promise<Row | undefined> {
  const [, publicId] = bearer.split('_')
  const [row] = await query(reading, 'token', tokenStatement, [publicId, environmentName])
  const hash = createHash('sha256').update(bearer).digest()
  return row && timingSafeEqual(hash, row.token_hash as Buffer) ? row : undefined
}

async function count(tokenId: number): Promise<number> {
  const now = Date.now()
  const [row] = await query(counting, 'count', countStatement, [
    `bench:${tokenId}`,
    now + MINUTE,
    now,
  ])
  return rateLimit - Number(row?.points)
}

async function query(pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query({ name, text, values })).rows
}

const person = (id: unknown, username: unknown, email: unknown) => ({
  object: 'user',
  id,
  username,
  email,
})

function toNote(row: Row): object {
  return {
    object: 'note',
    id: row.id,
    title: row.title,
    recordId: row.record_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    user: person(row.user_id, row.username, row.email),
    environment: { object: 'environment', name: environmentName },
    team: { object: 'team', name: row.team_name },
    collection: { object: 'collection', name: row.collection_name },
    messages: (row.messages as Message[]).map(([content, at, id, username, email]) => ({
      object: 'note-message',
      content,
      createdAt: isoFromText(at),
      user: person(id, username, email),
    })),
  }
}

/** Sessions run in UTC: text to text, without a Date in between. */
function isoFromText(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(6, '0')}Z`
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

const routes: Readonly<Record<string, Respond>> = {
  '/agent-api/activity-logs': writeEntries,
  '/agent-api/events': streamEvents,
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await (routes[request.url ?? ''] ?? listNotes)(request, response)
  } catch (error) {
    console.error(error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
}

await listenToChanges()
createServer(respond).listen(Number(process.env.PORT), '127.0.0.1')
