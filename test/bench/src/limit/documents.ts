import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Document, type Filter, MongoClient } from 'mongodb'
import { csvText } from './csv-text.js'
import { version } from './json-api.js'
import { filterValue } from './list-query.js'
import { sendJson } from './send-json.js'

const client = new MongoClient(process.env.MONGO_URL ?? '', { maxPoolSize: 10 })
const orders = client.db().collection('orders')

/** Documents of MongoDB: one `find` per answer. */
export async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', search] = (request.url ?? '').split('?', 2)
  if (path.endsWith('.csv')) return sendCsv(response)
  const searchParams = new URLSearchParams(search)
  const size = Number(searchParams.get('page[size]'))
  const zip = filterValue(searchParams)
  sendJson(response, await page(zip === undefined ? {} : { 'shipping.zip': zip }, size))
}

const listed = { reference: 1, status: 1, total: 1, placedAt: 1, shipping: 1, tags: 1 }

async function page(filter: Filter<Document>, size: number): Promise<string> {
  const found = orders.find(filter, { projection: listed, sort: { placedAt: -1 }, limit: size })
  const data = (await found.toArray()).map(document => ({
    type: 'orders',
    id: String(document._id),
    attributes: document,
  }))
  return JSON.stringify({ jsonapi: version, data })
}

const columns = ['_id', 'reference', 'status', 'total', 'placedAt', 'note']
const BATCH = 2000

async function sendCsv(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/csv' })
  response.write(`${columns.join(',')}\n`)
  const projection = Object.fromEntries(columns.map(name => [name, 1]))
  const cursor = orders.find({}, { projection, sort: { _id: 1 }, batchSize: BATCH })
  while (await cursor.hasNext()) {
    const isFull = !response.write(csvText(cursor.readBufferedDocuments().map(toCells)))
    if (isFull) await new Promise(done => response.once('drain', done))
  }
  response.end()
}

const toCells = ({ _id, reference, status, total, placedAt, note }: Document) => [
  _id,
  reference,
  status,
  total,
  placedAt.toISOString(),
  note,
]
