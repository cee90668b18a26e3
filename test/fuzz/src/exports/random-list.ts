import {
  getOperandKind,
  isRelativeOperator,
  legalOperators,
  type Operator,
  type PrimitiveType,
} from '@service/datasource-toolkit'
import type { Random } from '@service/datasource-toolkit/testing'
import { colors, dates, days, kinds, names, texts } from './item-tables.js'

/** A list of items: its path, and its query without a page. */
export interface RandomList {
  readonly path: string
  readonly query: string
}

interface Field {
  readonly type: PrimitiveType
  /** Values to compare it with; the last one is rare. */
  readonly values: readonly unknown[]
}

const words: readonly string[] = [...texts, 'rare']
const owners = [...names.slice(1), 'Eve']

const fields: Readonly<Record<string, Field>> = {
  id: { type: 'Number', values: [1, 200, 201, 700, 1200, 1201, 1500] },
  kind: { type: 'Enum', values: kinds },
  flag: { type: 'Boolean', values: [true, false] },
  at: { type: 'Date', values: dates },
  day: { type: 'Dateonly', values: days },
  // Renamed.
  label: { type: 'String', values: words },
  // An operator that memory stands in for, and one that is replaced.
  n: { type: 'Number', values: [1, 2, 9] },
  price: { type: 'Number', values: [0.5, 1.5, 7] },
  // Computed.
  score: { type: 'Number', values: [10, 20, 90] },
  phrase: { type: 'String', values: ['pen of Ada', 'of Bob', 'null', 'rare of Eve'] },
  // Imported, of the same source and of another.
  groupName: { type: 'String', values: owners },
  personName: { type: 'String', values: owners },
  // Relations of the same source and of another.
  'group:name': { type: 'String', values: owners },
  'person:name': { type: 'String', values: owners },
  'person:initial': { type: 'String', values: ['A', 'B', 'E'] },
  // Flattened.
  'doc@@@color': { type: 'String', values: [...colors, 'gold'] },
  'doc@@@size': { type: 'Number', values: [0, 1, 9] },
}

const paths = [
  '/items',
  '/items',
  '/items',
  '/groups/1/relationships/items',
  '/groups/5/relationships/items',
  '/people/2/relationships/items',
  '/people/5/relationships/items',
  '/tags/1/relationships/items',
  '/tags/2/relationships/items',
]

export function randomList(random: Random): RandomList {
  const parameters: [string, string][] = []
  const give = (name: string, value: string) => parameters.push([name, value])
  if (random.chance(0.85)) give('filters', JSON.stringify(randomTree(random, 2)))
  if (random.chance(0.6)) give('sort', randomSort(random))
  if (random.chance(0.15)) give('segment', random.pick(['Scored', 'Owned']))
  if (random.chance(0.15)) {
    give('search', random.pick(['rare', 'pen', 'Eve', '9']))
    if (random.chance(0.5)) give('searchExtended', '1')
  }
  const query = parameters.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('')
  return { path: random.pick(paths), query }
}

function randomTree(random: Random, depth: number): object {
  if (depth === 0 || random.chance(0.6)) return randomLeaf(random)
  const conditions = Array.from({ length: random.between(1, 3) }, () =>
    randomTree(random, depth - 1),
  )
  return { aggregator: random.pick(['and', 'or']), conditions }
}

const usual: readonly Operator[] = ['Equal', 'In']

function randomLeaf(random: Random): object {
  const [field, { type, values }] = random.pick(Object.entries(fields))
  const legal = [...legalOperators(type)].filter(operator => !isRelativeOperator(operator))
  // What few rows match is asked for most often: it leaves chunks without a match.
  const isRare = random.chance(0.5)
  const operator = random.pick(
    isRare ? legal.filter(candidate => usual.includes(candidate)) : legal,
  )
  return {
    field,
    operator,
    value: operandFor(random, operator, isRare ? values.slice(-1) : values),
  }
}

function operandFor(random: Random, operator: Operator, values: readonly unknown[]): unknown {
  const kind = getOperandKind(operator)
  if (kind === 'none') return null
  if (kind === 'number') return random.between(0, 5)
  return kind === 'list' ? [random.pick(values), random.pick(values)] : random.pick(values)
}

function randomSort(random: Random): string {
  const sortable = Object.keys(fields)
  const chosen = new Set([random.pick(sortable), ...random.some(sortable, 0.05)])
  return [...chosen]
    .map(name => `${random.chance(0.5) ? '-' : ''}${name.replace(':', '.')}`)
    .join(',')
}
