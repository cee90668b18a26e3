import { createRandom, type Random } from '@service/datasource-toolkit/testing'
import type { Role } from './role.js'
import { collectionNames, exportedColumns, shapes, type ValueKind, valuesByKind } from './shape.js'

/** The paths a leak could take; each request is made to try one of them. */
export const kinds = [
  'list',
  'get',
  'filter',
  'sort',
  'search',
  'group',
  'count',
  'chart',
  'relation',
  'export',
  'cursor',
  'action',
  'write',
  'error',
] as const

export type Kind = (typeof kinds)[number]

export interface AskedRequest {
  readonly kind: Kind
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body?: object
  /** Asks for the next page, and for those after it. */
  readonly isFollowed?: boolean
}

interface Draw {
  readonly random: Random
  /** Absent: the request is the same whoever asks. */
  readonly role?: Role
}

/** Requests of each kind that every role asks: what is kept of one answer must not reach another. */
const commonRequests = 40

/** A request that names what the role may see, and now and then what it may not, or nothing there is. */
export function randomRequest(random: Random, role: Role, kind = random.pick(kinds)): AskedRequest {
  const draw: Draw = random.chance(0.3)
    ? { random: createRandom(random.between(1, commonRequests)) }
    : { random, role }
  return makers[kind](draw, draw.random.pick(collectionNames))
}

type Maker = (draw: Draw, name: string) => AskedRequest
type Query = Readonly<Record<string, string>>

const makers: Readonly<Record<Kind, Maker>> = {
  list: (draw, name) => read('list', `/${name}`, projection(draw, name)),
  get: (draw, name) => read('get', `/${name}/${id(draw, name)}`, projection(draw, name)),
  filter: (draw, name) =>
    read('filter', draw.random.pick([`/${name}`, `/${name}/count`]), {
      ...keysOnly(name),
      filters: JSON.stringify(tree(draw, name)),
    }),
  sort: (draw, name) =>
    read('sort', `/${name}`, { ...keysOnly(name), ...sort(draw, name), ...page(draw) }),
  search: (draw, name) =>
    read('search', draw.random.pick([`/${name}`, `/${name}/count`, `/${name}.csv`]), {
      ...keysOnly(name),
      ...search(draw, name),
    }),
  group: (draw, name) => chart('group', name, groupChart(draw, name)),
  chart: (draw, name) => {
    if (name === 'orders' && draw.random.chance(0.15)) {
      return read('chart', '/_charts/orders/id', { record_id: id(draw, name) })
    }
    return chart('chart', name, draw.random.pick([valueChart, leaderboard])(draw, name))
  },
  count: (draw, name) =>
    read('count', `/${name}/count`, {
      ...segment(draw, name),
      ...(draw.random.chance(0.3) && { precision: 'estimated' }),
    }),
  relation: (draw, name) => {
    const { random } = draw
    const relations = Object.entries(shapes[name]!.toMany ?? {})
    if (relations.length === 0) return makers.relation(draw, 'orders')
    const [relation, target] = random.pick(relations)
    const path = `/${name}/${id(draw, name)}/relationships/${relation}`
    const ending = random.pick(['', '', '/count', '.csv'])
    return read('relation', path + ending, { ...projection(draw, target), ...narrow(draw, target) })
  },
  export: (draw, name) =>
    read('export', `/${name}.csv`, { ...projection(draw, name), ...narrow(draw, name) }),
  cursor: (draw, name) => ({
    ...read('cursor', `/${name}`, {
      ...keysOnly(name),
      ...sort(draw, name),
      'page[size]': '2',
      'page[after]': '',
    }),
    isFollowed: true,
  }),
  action: draw => action(draw),
  write: (draw, name) => change(draw, name),
  error: (draw, name) => mistake(draw, name),
}

function read(kind: Kind, path: string, query: Query): AskedRequest {
  return { kind, method: 'GET', path, query }
}

function chart(kind: Kind, name: string, body: object): AskedRequest {
  return { kind, method: 'POST', path: `/stats/${name}`, query: {}, body }
}

/** A name that is there, most of the time one the role may see. */
function column(draw: Draw, name: string, depth = 1): readonly [path: string, kind: ValueKind] {
  const { random, role } = draw
  const shape = shapes[name]!
  const relations = Object.entries(shape.toOne ?? {})
  if (depth < 3 && relations.length > 0 && random.chance(0.3)) {
    const [relation, target] = random.pick(relations)
    const [path, kind] = column(draw, target, depth + 1)
    return [`${relation}:${path}`, kind]
  }
  const columns = [...exportedColumns(shape)]
  const seen = columns.filter(([known]) => !role?.sights.get(name)?.hidden.has(known))
  return random.pick(random.chance(0.75) ? seen : columns)
}

const operators: Readonly<Record<ValueKind, readonly string[]>> = {
  key: ['equal', 'greater_than', 'less_than', 'in', 'present'],
  word: ['equal', 'contains', 'i_contains', 'starts_with', 'not_equal', 'missing', 'in'],
  amount: ['equal', 'greater_than', 'less_than', 'not_equal', 'present', 'in'],
  state: ['equal', 'not_equal', 'in', 'present'],
  day: ['equal', 'before', 'after', 'present'],
  instant: ['equal', 'before', 'after', 'present'],
  document: ['present', 'blank'],
}

function tree(draw: Draw, name: string, depth = 0): object {
  const { random } = draw
  if (depth < 2 && random.chance(0.3)) {
    const conditions = [tree(draw, name, depth + 1), tree(draw, name, depth + 1)]
    return { aggregator: random.pick(['and', 'or']), conditions }
  }
  const [field, kind] = column(draw, name)
  const operator = random.pick(operators[kind])
  const values = valuesByKind[kind]
  if (operator === 'in') return { field, operator, value: random.some(values, 0.5) }
  return { field, operator, value: random.pick(values) }
}

function keysOnly(name: string): Query {
  return { [`fields[${name}]`]: shapes[name]!.primaryKey.join() }
}

function projection(draw: Draw, name: string): Query {
  const { random } = draw
  if (random.chance(0.4)) return {}
  const names = [1, 2, 3].map(() => column(draw, name)[0])
  return { [`fields[${name}]`]: names.join() }
}

function sort(draw: Draw, name: string): Query {
  const clauses = draw.random.chance(0.6) ? [1] : [1, 2]
  const fields = clauses.map(() => column(draw, name)[0].replace(':', '.'))
  return { sort: fields.map(field => draw.random.pick(['', '-']) + field).join() }
}

function page({ random }: Draw): Query {
  if (random.chance(0.5)) return {}
  return {
    'page[size]': String(random.between(1, 4)),
    'page[number]': String(random.between(1, 3)),
  }
}

function search(draw: Draw, name: string): Query {
  const { random } = draw
  const term = () => {
    const [path, kind] = column(draw, name)
    const value = kind === 'document' ? 'ada' : String(random.pick(valuesByKind[kind]) || 'b')
    const text = value.includes(' ') ? `"${value}"` : value
    return random.pick(['', '', '-']) + (random.chance(0.5) ? `${path}:` : '') + text
  }
  const words = random.chance(0.6) ? [term()] : [term(), term()]
  return {
    search: words.join(random.pick([' ', ' OR '])),
    searchExtended: random.pick(['0', '1', '1']),
  }
}

function segment({ random, role }: Draw, name: string): Query {
  // A segment is code: it may be about anything. These tell of one field each.
  const seen = Object.entries(shapes[name]!.segments ?? {}).filter(
    ([, about]) => role && !role.sights.get(name)!.hidden.has(about),
  )
  return seen.length > 0 && random.chance(0.3) ? { segment: random.pick(seen)[0] } : {}
}

/** Filters, sorts and searches together. */
function narrow(draw: Draw, name: string): Query {
  const { random } = draw
  return {
    ...(random.chance(0.3) && { filters: JSON.stringify(tree(draw, name)) }),
    ...(random.chance(0.3) && sort(draw, name)),
    ...(random.chance(0.2) && search(draw, name)),
    ...segment(draw, name),
  }
}

function id({ random }: Draw, name: string): string {
  return shapes[name]!.primaryKey.map(() => String(random.between(1, 9))).join('|')
}

function aggregate(draw: Draw, name: string): object {
  const { random } = draw
  if (random.chance(0.4)) return { aggregator: 'Count' }
  const aggregator = random.pick(['Count', 'Sum', 'Avg', 'Max', 'Min'])
  return { aggregator, aggregateFieldName: column(draw, name)[0] }
}

function groupChart(draw: Draw, name: string): object {
  const { random } = draw
  return {
    type: random.pick(['Pie', 'Pie', 'Line']),
    groupByFieldName: column(draw, name)[0],
    timeRange: random.pick(['Day', 'Month']),
    ...aggregate(draw, name),
  }
}

function valueChart(draw: Draw, name: string): object {
  const { random } = draw
  return {
    type: random.pick(['Value', 'Objective']),
    ...aggregate(draw, name),
    ...(random.chance(0.5) && { filter: tree(draw, name) }),
  }
}

function leaderboard(draw: Draw, name: string): object {
  const relations = Object.entries(shapes[name]!.toMany ?? {})
  if (relations.length === 0) return valueChart(draw, name)
  const [relationshipFieldName, target] = draw.random.pick(relations)
  return {
    type: 'Leaderboard',
    relationshipFieldName,
    labelFieldName: column(draw, name)[0],
    ...aggregate(draw, target),
  }
}

function action(draw: Draw): AskedRequest {
  const { random } = draw
  const slugs = ['0/tell-ids', '1/tell-count', '2/ask', '2/ask/hooks/load']
  const slug = random.pick(slugs)
  const isAll = !slug.startsWith('2') && random.chance(0.6)
  const ids = slug.startsWith('2') ? [id(draw, 'orders')] : [id(draw, 'orders'), id(draw, 'orders')]
  const attributes = {
    values: {},
    ids: isAll ? [] : ids,
    all_records: isAll,
    all_records_ids_excluded: isAll && random.chance(0.3) ? ids : [],
    all_records_subset_query: isAll ? narrow(draw, 'orders') : null,
  }
  return {
    kind: 'action',
    method: 'POST',
    path: `/_actions/orders/${slug}`,
    query: {},
    body: { data: { attributes, type: 'custom-action-requests' } },
  }
}

/** Changes values and relations of records, whose answers tell what became of them. */
function change(draw: Draw, name: string): AskedRequest {
  const { random } = draw
  const { toOne = {}, toMany = {} } = shapes[name]!
  const record = `/${name}/${id(draw, name)}`
  // A key that is taken is refused by the database, which knows of every record.
  const changeable = Object.entries(toOne).filter(([relation]) => !isKey(name, `${relation}_id`))
  const relations = random.chance(0.5) ? changeable : Object.entries(toMany)
  if (relations.length > 0 && random.chance(0.3)) {
    const [relation, target] = random.pick(relations)
    const data = { type: target, id: id(draw, target) }
    const path = `${record}/relationships/${relation}`
    return relation in toOne
      ? { ...read('write', path, {}), method: 'PUT', body: { data } }
      : { ...read('write', path, {}), method: 'DELETE', body: { data: [data] } }
  }
  const columns = [...exportedColumns(shapes[name]!)].filter(([column]) => !isKey(name, column))
  const values = random.some(columns, 0.3).map(([column, kind]) => {
    return [column, random.chance(0.9) ? random.pick(valuesByKind[kind]) : {}]
  })
  const attributes = Object.fromEntries(values)
  return { ...read('write', record, {}), method: 'PUT', body: document(attributes) }
}

function isKey(name: string, column: string): boolean {
  return shapes[name]!.primaryKey.includes(column)
}

/** Requests that nobody gets an answer to, whatever the record is like. */
function mistake(draw: Draw, name: string): AskedRequest {
  const { random } = draw
  const record = `/${name}/${id(draw, name)}`
  const unknown = random.pick(['nothing', 'nam', 'orders:id', 'customer:nothing', 'tag:nothing'])
  const [field] = column(draw, name)
  const choices: readonly (() => AskedRequest)[] = [
    () => read('error', `/${name}`, { [`fields[${name}]`]: unknown }),
    () => read('error', `/${name}`, { sort: unknown }),
    () =>
      read('error', `/${name}/count`, {
        filters: JSON.stringify({ field, operator: 'today', value: {} }),
      }),
    () => read('error', `${record}/relationships/nothing`, {}),
    () => read('error', `/${name}`, { 'page[after]': 'x', ...sort(draw, name) }),
    () => read('error', record, keysOnly(name)),
    () => chart('error', name, { type: 'Pie', groupByFieldName: unknown, aggregator: 'Count' }),
    () => ({ ...read('error', record, {}), method: 'PUT', body: document({ [unknown]: 1 }) }),
    () => ({ ...read('error', record, {}), method: 'PUT', body: document({ [field]: {} }) }),
    () => ({
      ...read('error', '/_internal/capabilities', {}),
      method: 'POST',
      body: { collectionNames: [name] },
    }),
  ]
  return random.pick(choices)()
}

function document(attributes: object): object {
  return { data: { type: 'x', attributes } }
}
