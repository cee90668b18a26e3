import type { IncomingMessage, ServerResponse } from 'node:http'
import { chartByBuckets, chartByTruncation } from './chart.js'
import { sendCsvByCopy, sendCsvByCursor } from './csv.js'
import { jsAnswers } from './js-answers.js'
import { filterValue, readListQuery } from './list-query.js'
import { pgAnswers } from './pg-answers.js'
import { countRows, firstRows, readOrders } from './reads.js'
import { sendJson } from './send-json.js'
import { createReview, type ReviewBody, updateReview } from './writes.js'

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
  if (last === 'relationships') return readOrders(Number(id), readListQuery(searchParams))
  if (id) return answers.customer(Number(id))
  if (collection === 'events') return answers.events(filterValue(searchParams) ?? '')
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

/** Rows of PostgreSQL. */
export async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const csv = /^\/forest\/(\w+)\.csv/.exec(request.url ?? '')
  if (csv?.[1]) return sendCsv(csv[1], response)
  sendJson(response, await route(request))
}
