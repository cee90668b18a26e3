import { isLongRun } from '@service/test-support'
import type { Answer, OpenAgent } from './open-agent.js'

interface FieldCapabilities {
  readonly name: string
  readonly type: unknown
  readonly operators?: readonly string[]
}

/** Operands that no column expects, in addition to the values it contains. */
const strange: readonly unknown[] = ['', 'x\u0000y', '1e400', [[null]], { a: 1 }]

const MAX_SHOWN = 2
const AT_A_TIME = 8

/**
 * The values of a record, and what no column expects. In the short run each operator has one stored
 * value, and one of two operators also null or what is not expected: they take turns.
 */
function chooseOperands(values: readonly unknown[], turn: number): ReadonlySet<unknown> {
  const offered = [...values, ...values.flat()]
  if (isLongRun) return new Set([...offered, ...strange])
  const unusual = [null, ...strange]
  const stored = [...new Set(offered.filter(value => value !== null))]
  const chosen = stored.length > 0 ? [stored[turn % stored.length]] : []
  const isTurn = stored.length === 0 || turn % 2 === 0
  return new Set([...chosen, ...(isTurn ? [unusual[(turn >> 1) % unusual.length]] : [])])
}

/**
 * Sends every request that the capabilities of a collection offer: each operator with stored values
 * and with strange operands, each sort, group, aggregate, search and export. Returns the requests
 * that ended in a 5xx, one line each, and how many requests there were.
 */
export async function askEverything(open: OpenAgent, collection: string) {
  const { json } = await open.send('POST', '/_internal/capabilities', {
    collectionNames: [collection],
  })
  const [{ fields }] = (json as { collections: [{ fields: readonly FieldCapabilities[] }] })
    .collections
  const asAdministrator = await signInAsAdministrator(open)
  const list = await open.get(`/${collection}`)
  if (!list.json) throw new Error(`The list is no JSON: ${list.text}`)
  const records = (list.json as { data?: { attributes: Record<string, unknown> }[] }).data ?? []
  const shown = (field: string) =>
    records.slice(0, MAX_SHOWN).map(({ attributes }) => attributes[field] ?? null)
  const requests = fields.flatMap(({ name, operators = [] }, turn) => [
    ...operators.flatMap((operator, index) =>
      [...chooseOperands(shown(name), turn + index)].map(value =>
        filterRequest(open, collection, { field: name, operator, value }),
      ),
    ),
    ...fieldRequests(open, collection, name, shown(name), asAdministrator).filter(
      // In the short run, columns take turns with searches and charts.
      (_, index) => isLongRun || index < 2 || (turn + index) % 2 === 0,
    ),
  ])
  const all = [...requests, ...listRequests(open, collection)]
  const failures = list.status === 200 ? [] : [`list: ${list.text}`]
  for (let start = 0; start < all.length; start += AT_A_TIME) {
    const some = all.slice(start, start + AT_A_TIME)
    const answers = await Promise.all(some.map(({ ask }) => ask()))
    answers.forEach((answer, index) => {
      const isWhole = answer.json !== undefined || some[index]?.name.includes('.csv')
      if (answer.status >= 500 || !isWhole) failures.push(`${some[index]?.name}: ${answer.text}`)
    })
  }
  return { failures, count: all.length, fields: fields.map(({ name }) => name) }
}

/** An administrator needs no permission for charts. */
export async function signInAsAdministrator({ service, url }: OpenAgent) {
  service.setUser({ id: 9, email: 'eve@example.com', roleId: 1, permissionLevel: 'admin' })
  return { authorization: `Bearer ${await service.signIn(url, 9)}` }
}

interface Request {
  readonly name: string
  ask(): Promise<Answer>
}

function filterRequest(
  open: OpenAgent,
  collection: string,
  filter: { field: string; operator: string; value: unknown },
): Request {
  const filters = JSON.stringify(filter)
  return {
    name: filters,
    ask: () => open.get(`/${collection}?filters=${encodeURIComponent(filters)}`),
  }
}

function fieldRequests(
  open: OpenAgent,
  collection: string,
  field: string,
  values: readonly unknown[],
  headers: Record<string, string>,
): Request[] {
  const path = (query: string) => `/${collection}?${query}`
  const chart = (definition: object): Request => ({
    name: JSON.stringify(definition),
    ask: () =>
      open.send(
        'POST',
        `/stats/${collection}`,
        { sourceCollectionName: collection, ...definition },
        headers,
      ),
  })
  const searches = values.map(value => `${field}:${JSON.stringify(String(value))}`)
  return [
    ...[`sort=${field}`, `sort=-${field}`, ...searches.map(searchQuery)].map(query => ({
      name: query,
      ask: () => open.get(path(query)),
    })),
    chart({ type: 'Pie', groupByFieldName: field, aggregator: 'Count' }),
    ...['Sum', 'Avg', 'Max', 'Min', 'Count'].map(aggregator =>
      chart({ type: 'Value', aggregator, aggregateFieldName: field }),
    ),
    chart({ type: 'Line', groupByFieldName: field, aggregator: 'Count', timeRange: 'Week' }),
  ]
}

const searchQuery = (text: string) => `search=${encodeURIComponent(text)}`

function listRequests(open: OpenAgent, collection: string): Request[] {
  const searches = ['a', '1', 'true', '2024', '-a', 'a OR b', '\u0000', '{"a":1}', '{', '(1,2)']
  return [
    ...searches.flatMap(text => [
      `/${collection}?${searchQuery(text)}`,
      `/${collection}?${searchQuery(text)}&searchExtended=1`,
    ]),
    `/${collection}.csv`,
    `/${collection}/count`,
  ].map(path => ({ name: path, ask: () => open.get(path) }))
}
