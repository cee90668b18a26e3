import { BSON, type Document, type MongoClient } from 'mongodb'
import { ask } from '../driver/ask.js'
import { inMessages, startTap } from '../servers/start-tap.js'
import type { DocumentFigures } from './document-figures.js'
import { startOurs } from './document-targets.js'
import { DATABASE, parseEndpoint, throughPort } from './mongo-address.js'

type PagePlan = Pick<DocumentFigures, 'usesIndex' | 'documentsRead'>

/**
 * Lets our agent answer `docs15` once, hears what it asks the server, and has the server explain
 * just that.
 */
export async function readPlan(
  client: MongoClient,
  mongoUrl: string,
  logDir: string,
): Promise<PagePlan> {
  const statements: Document[] = []
  const tap = await startTap(parseEndpoint(mongoUrl), () => ({
    fromClient: inMessages(readLength, message => {
      const statement = parseStatement(message)
      if (statement) statements.push(statement)
    }),
  }))
  try {
    const ours = await startOurs(throughPort(mongoUrl, tap.port), logDir)
    try {
      statements.length = 0
      const wanted = ours.requests.docs15?.(0) ?? { path: '' }
      const { status, body } = await ask(ours.server.base, wanted, ours.headers, true)
      if (status !== 200) throw new Error(`docs15 answers ${status}: ${body.slice(0, 200)}`)
    } finally {
      await ours.server.stop()
    }
  } finally {
    await tap.stop()
  }
  return explain(client, statements)
}

/** How much was read for the page, and whether indexes gave its order, by all the statements it took. */
async function explain(client: MongoClient, statements: readonly Document[]): Promise<PagePlan> {
  if (statements.length === 0) throw new Error('docs15 was answered without a statement.')
  const db = client.db(DATABASE)
  const plans = await Promise.all(
    statements.map(statement =>
      db.command({ explain: statement, verbosity: 'executionStats' }, { ignoreUndefined: true }),
    ),
  )
  const texts = plans.map(plan =>
    JSON.stringify(plan, (key, value) => (key === 'rejectedPlans' ? [] : value)),
  )
  const read = texts.map(text => Number(/"totalDocsExamined":(\d+)/.exec(text)?.[1]))
  return {
    usesIndex: Number(texts.every(isByIndex)),
    documentsRead: read.reduce((sum, count) => sum + count, 0),
  }
}

function isByIndex(plan: string): boolean {
  const has = (stage: string) => plan.includes(`"stage":"${stage}"`)
  return has('IXSCAN') && !has('SORT') && !has('COLLSCAN')
}

const LENGTH_BYTES = 4
const readLength = (bytes: Buffer) =>
  bytes.length < LENGTH_BYTES ? undefined : bytes.readInt32LE(0)

const OP_MSG = 2013
/** The header, the flags and the kind of the first section, which holds the command. */
const COMMAND_AT = 16 + 4 + 1

/** A `find` or an `aggregate` on the orders, with all that matters to its plan. */
function parseStatement(message: Buffer): Document | undefined {
  if (message.readInt32LE(12) !== OP_MSG) return undefined
  const size = message.readInt32LE(COMMAND_AT)
  const command = BSON.deserialize(message.subarray(COMMAND_AT, COMMAND_AT + size))
  const { find, filter, sort, projection, skip, limit, aggregate, pipeline } = command
  if (aggregate === 'orders') return { aggregate, pipeline, cursor: {} }
  if (find !== 'orders') return undefined
  return { find, filter, sort, projection, skip, limit }
}
