import { BSON, type Document, type MongoClient } from 'mongodb'
import { ask } from '../driver/ask.js'
import { inMessages, startTap } from '../servers/start-tap.js'
import type { DocumentFigures } from './document-figures.js'
import { startOurs } from './document-targets.js'
import { DATABASE, endpointOf, throughPort } from './mongo-address.js'

type PagePlan = Omit<DocumentFigures, 'server'>

/**
 * Lets our agent answer `docs15` once, hears which pipeline it sends, and has the server explain
 * that one.
 */
export async function readPlan(
  client: MongoClient,
  mongoUrl: string,
  logDir: string,
): Promise<PagePlan> {
  const pipelines: Document[] = []
  const tap = await startTap(endpointOf(mongoUrl), () => ({
    fromClient: inMessages(lengthOf, message => {
      const command = commandOf(message)
      if (command?.aggregate === 'orders') pipelines.push(command)
    }),
  }))
  try {
    const ours = await startOurs(throughPort(mongoUrl, tap.port), logDir)
    try {
      pipelines.length = 0
      const wanted = ours.requests.docs15?.(0) ?? { path: '' }
      const { status, body } = await ask(ours.server.base, wanted, ours.headers, true)
      if (status !== 200) throw new Error(`docs15 answers ${status}: ${body.slice(0, 200)}`)
    } finally {
      await ours.server.stop()
    }
  } finally {
    await tap.stop()
  }
  return explain(client, pipelines)
}

/** How much was read for the page, and whether an index gave its order. */
async function explain(
  client: MongoClient,
  [asked, ...others]: readonly Document[],
): Promise<PagePlan> {
  if (!asked || others.length > 0) {
    throw new Error(`docs15 is ${others.length + Number(!!asked)} pipelines instead of one.`)
  }
  const { aggregate, pipeline } = asked
  const plan = await client
    .db(DATABASE)
    .collection(aggregate)
    .aggregate(pipeline)
    .explain('executionStats')
  const text = JSON.stringify(plan, (key, value) => (key === 'rejectedPlans' ? [] : value))
  const isIndexed = text.includes('"stage":"IXSCAN"') && !text.includes('"stage":"SORT"')
  return {
    usesIndex: Number(isIndexed && !text.includes('"stage":"COLLSCAN"')),
    documentsRead: Number(/"totalDocsExamined":(\d+)/.exec(text)?.[1]),
  }
}

const LENGTH_BYTES = 4
const lengthOf = (bytes: Buffer) => (bytes.length < LENGTH_BYTES ? undefined : bytes.readInt32LE(0))

const OP_MSG = 2013
/** The header, the flags and the kind of the first section, which holds the command. */
const COMMAND_AT = 16 + 4 + 1

function commandOf(message: Buffer): Document | undefined {
  if (message.readInt32LE(12) !== OP_MSG) return undefined
  const size = message.readInt32LE(COMMAND_AT)
  return BSON.deserialize(message.subarray(COMMAND_AT, COMMAND_AT + size))
}
