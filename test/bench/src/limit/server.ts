import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { chartByBuckets, chartByTruncation } from './chart.js'
import { sendCsvByCopy, sendCsvByCursor } from './csv.js'
import { jsAnswers } from './js-answers.js'
import { filterValue, readListQuery } from './list-query.js'
import { pgAnswers } from './pg-answers.js'
import { countRows, firstRows, ordersOf } from './reads.js'
import { createReview, type ReviewBody, updateReview } from './writes.js'

// The limit: node:http and the driver, one hand-written statement per route, the bodies of an
// agent. No authentication, no validation, fixed shapes: what can be reached, not a product.
const isMadeByPostgres = process.env.VARIANT === 'pg'
const answers = isMadeByPostgres ? pgAnswers : jsAnswers
const chart = isMadeByPostgres ? chartByBuckets : chartByTruncation
const sendCsv = isMadeByPostgres ? sendCsvByCopy : sendCsvByCursor

/** Answers the body; undefined is a 404. */
async function route(request: IncomingMessage): Promise<string | undefined> {
  const [path = '', search] = (request.url ?? '').split('?', 2)
  const searchParams = new URLSearchParams(search)
  const [, , collection = '', id, last] = path.split('/')
  if (collection === 't1') return firstRows()
  if (collection === 'stats') {
    await readJson(request)
    return chart(searchParams.get('timezone') ?? 'UTC')
  }
  if (request.method === 'POST') return createReview(await readJson(request))
  if (request.method === 'PUT') return updateReview(Number(id), await readJson(request))
  if (id === 'count') return countRows(collection, filterValue(searchParams))
  if (last === 'relationships') return ordersOf(Number(id), readListQuery(searchParams))
  if (id) return answers.customer(Number(id))
  if (collection === 'orders') return answers.orders(readListQuery(searchParams))
  if (searchParams.get('fields[customers]')?.includes('full_name')) {
    return answers.fullNames(filterValue(searchParams))
  }
  return answers.search(searchParams.get('search') ?? '')
}

function readJson(request: IncomingMessage): Promise<ReviewBody> {
  return new Promise((resolve, reject) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', chunk => {
      text += chunk
    })
    request.on('end', () => resolve(JSON.parse(text)))
    request.on('error', reject)
  })
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const csv = /^\/forest\/(\w+)\.csv/.exec(request.url ?? '')
  if (csv?.[1]) return sendCsv(csv[1], response)
  const body = await route(request)
  if (body === undefined) return void response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

const server = createServer((request, response) => {
  handle(request, response).catch(error => {
    console.error(error)
    if (!response.headersSent) response.writeHead(500)
    response.end()
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
