import { mkdtemp, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent, createInProcessService } from '@service/agent'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { parseRawJson, type RawJson } from './raw-json.js'

export interface Answer {
  readonly status: number
  readonly text: string
}

/** A field of the schema file, as far as the test reads it. */
interface SchemaField {
  readonly field: string
  readonly isSortable: boolean
  readonly relationship?: 'BelongsTo' | 'HasOne' | 'HasMany' | 'BelongsToMany'
  readonly reference: string | null
}

export interface SchemaCollection {
  readonly name: string
  readonly fields: readonly SchemaField[]
}

export interface Capabilities {
  /** By column. */
  readonly operators: ReadonlyMap<string, ReadonlySet<string>>
  readonly writable: ReadonlySet<string>
}

/** A record as it was shown: values are the exact JSON they travelled as. */
export interface Shown {
  readonly type: string
  readonly id: string
  readonly attributes: ReadonlyMap<string, string>
  /** Ids of to-one relations; null leads nowhere. */
  readonly links: ReadonlyMap<string, string | null>
}

/** An agent behind a socket, and a client of it that keeps JSON as it came. */
export interface Client {
  readonly schema: readonly SchemaCollection[]
  readonly warnings: readonly string[]
  send(method: string, path: string, query?: Query, body?: string): Promise<Answer>
  close(): Promise<void>
}

/** No table of the test has an export as long as this. */
const MAX_ANSWER_LENGTH = 2_000_000

export type Query = Readonly<Record<string, string | number>>

export async function openClient(
  source: DataSourceFactory,
  whenFailed: (failure: string) => void,
): Promise<Client> {
  const folder = await mkdtemp(join(tmpdir(), 'awkward-'))
  const schemaPath = join(folder, 'schema.json')
  const warnings: string[] = []
  const service = createInProcessService({
    users: [{ id: 1, email: 'admin@example.com', roleId: 1, permissionLevel: 'admin' }],
    rights: true,
  })
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    logger: (level, message, error) => {
      if (level === 'Warn' || level === 'Error')
        warnings.push(`${level}: ${message} ${error ?? ''}`)
    },
    schemaPath,
    // Exports are compared with what the tables hold.
    escapeCsvFormulas: false,
    service,
  }).addDataSource(source)
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const port = agent.standaloneServerPort!
  const token = await service.signIn(`http://127.0.0.1:${port}/service`, 1)
  const { collections } = JSON.parse(await readFile(schemaPath, 'utf8'))
  // A connection for each request: one that rests can be closed by the agent just when it is used again.
  const connections = new http.Agent()
  return {
    schema: collections,
    warnings,
    async send(method, path, query = {}, body) {
      const target = `/service${path}?${encodeQuery({ timezone: 'UTC', ...query })}`
      const answer = await exchange(connections, port, token, method, target, body)
      if (answer.status >= 500) {
        const logged = warnings.at(-1) ?? ''
        whenFailed(
          `${method} ${target} ${body ?? ''}: ${answer.status} ${answer.text.slice(0, 200)} ${logged}`,
        )
      }
      return answer
    },
    async close() {
      connections.destroy()
      await agent.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Names that a path would take for something else: they begin with a backslash there. */
const routeWords = /^(\\|(_actions|_internal|authentication|scope-cache-invalidation|stats)$)/

export const collectionPath = (name: string): string => `/${nameInPath(name)}`

/** The name of a collection or relation as part of a path. */
export function nameInPath(name: string): string {
  const text = routeWords.test(name) ? `\\${name}` : name
  return encodeURIComponent(text).replace(/\.csv$/, '%2Ecsv')
}

export const recordPath = (collection: string, id: string): string =>
  `${collectionPath(collection)}/${encodeURIComponent(id)}`

/** A name as part of `fields` and `sort`, where commas, signs and blanks mean something. */
export const listedName = (name: string): string => name.replace(/[\\,\s+-]/g, '\\$&')

export async function readCapabilities(client: Client, collection: string): Promise<Capabilities> {
  const body = JSON.stringify({ collectionNames: [collection] })
  const { text } = await client.send('POST', '/_internal/capabilities', {}, body)
  const [described] = JSON.parse(text).collections
  const fields: { name: string; operators?: string[] }[] = described.fields
  return {
    operators: new Map(fields.map(({ name, operators = [] }) => [name, new Set(operators)])),
    writable: new Set(described.writableFields as string[]),
  }
}

/** The records of a document: those of `data`, or of `included`. */
export function parseRecords(text: string, part: 'data' | 'included' = 'data'): Shown[] {
  const data = parseRawJson(text).members?.get(part)
  const resources = data?.items ?? (data?.members ? [data] : [])
  return resources.map(parseRecord)
}

function parseRecord({ members }: RawJson): Shown {
  const attributes = members?.get('attributes')?.members ?? new Map<string, RawJson>()
  const relationships = members?.get('relationships')?.members ?? new Map<string, RawJson>()
  const links = new Map<string, string | null>()
  for (const [name, { members: relation }] of relationships) {
    const data = relation?.get('data')
    if (data) links.set(name, data.members ? parsed(data.members.get('id')) : null)
  }
  return {
    type: parsed(members?.get('type')),
    id: parsed(members?.get('id')),
    attributes: new Map([...attributes].map(([name, value]) => [name, value.raw])),
    links,
  }
}

const parsed = (json: RawJson | undefined): string => JSON.parse(json?.raw ?? 'null') as string

/** Where the next page begins, when pages go by cursor. */
export function nextCursor(text: string): string | null | undefined {
  const after = parseRawJson(text).members?.get('meta')?.members?.get('page')?.members?.get('after')
  return after && (JSON.parse(after.raw) as string | null)
}

function encodeQuery(query: Query): string {
  return Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
}

function exchange(
  agent: http.Agent,
  port: number,
  token: string,
  method: string,
  path: string,
  body?: string,
): Promise<Answer> {
  return new Promise(done => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
    }
    const options = { agent, host: '127.0.0.1', port, method, path, headers, timeout: 60_000 }
    const outgoing = http.request(options, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', part => {
        text += part
        if (text.length > MAX_ANSWER_LENGTH) outgoing.destroy(new Error('The answer does not end.'))
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, text }))
      response.on('error', error => done({ status: 599, text: `${text}\n${error.message}` }))
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer: ${method} ${path}`)))
    outgoing.on('error', error => done({ status: 598, text: error.message }))
    outgoing.end(body)
  })
}
