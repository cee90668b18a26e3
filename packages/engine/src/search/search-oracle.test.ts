import { createMemoryDataSource } from '@service/datasource-memory'
import type { ColumnType, Operator, Row } from '@service/datasource-toolkit'
import { chooseRounds } from '@service/test-support'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createCustomizer } from '../customizer.js'
import { explainList, list } from '../list.js'
import { compile } from '../model/compile.js'
import type { EngineCall } from '../model/model.js'
import { parseSearch, type SearchNode } from './parse-search.js'

vi.setConfig({ testTimeout: 60_000 })

const call: EngineCall = { timezone: 'UTC', now: new Date('2024-06-02T00:00:00.000Z') }
const types: Readonly<Record<string, ColumnType>> = {
  id: 'Number',
  s: 'String',
  n: 'Number',
  e: 'Enum',
  b: 'Boolean',
  d: 'Date',
  day: 'Dateonly',
  list: ['String'],
  'up:s': 'String',
  'up:n': 'Number',
  'up:d': 'Date',
  upN: 'Number',
  upD: 'Date',
  twice: 'Number',
}
const ownNames = ['id', 's', 'n', 'e', 'b', 'd', 'day', 'list', 'up_id', 'upN', 'upD', 'twice']

const key = { type: 'Number', isPrimaryKey: true } as const
const columns = {
  id: key,
  s: 'String',
  n: 'Number',
  e: { type: 'Enum', enumValues: ['Red', 'blue'] },
  b: 'Boolean',
  d: 'Date',
  day: 'Dateonly',
  list: ['String'],
  up_id: 'Number',
} as const

/** Only the operators that searches use directly: negations are left to memory. */
const leanOperators: Readonly<Record<string, readonly Operator[]>> = {
  s: ['IContains', 'Equal', 'Missing'],
  n: ['Equal', 'GreaterThan', 'LessThan', 'Missing'],
  e: ['Equal', 'Missing'],
  b: ['Equal', 'Missing'],
  d: ['Equal', 'Before', 'After', 'Missing'],
  day: ['Equal', 'Before', 'After', 'Missing'],
  list: ['IncludesAll', 'Missing'],
}

const leanColumns = Object.fromEntries(
  Object.entries(columns).map(([name, column]) => {
    const definition = typeof column === 'object' && 'type' in column ? column : { type: column }
    const operators = leanOperators[name]
    return [name, operators ? { ...definition, operators } : definition]
  }),
)

/** Has an imported field, and one that is computed and filtered in memory. */
async function openItems(records: readonly Row[], isLean: boolean) {
  const up = { kind: 'ManyToOne', foreignCollection: 'items', keys: [{ from: 'up_id', to: 'id' }] }
  const dataSource = await createMemoryDataSource({
    items: { columns: isLean ? leanColumns : columns, relations: { up: up as never }, records },
  })(
    () => {},
    async () => {},
  )
  const customizer = createCustomizer()
  customizer.customizeCollection('items', items =>
    items
      .importField('upN', { path: 'up:n', readonly: true })
      .importField('upD', { path: 'up:d', readonly: true })
      .addField('twice', {
        columnType: 'Number',
        dependencies: ['n'],
        getValues: rows => rows.map(({ n }) => (typeof n === 'number' ? n * 2 : null)),
      })
      .emulateFieldFiltering('twice'),
  )
  return (await compile([{ dataSource }], customizer.journal)).collection('items')
}

const nullable = <T>(...values: T[]) => fc.constantFrom(null, ...values)
const record = fc.record({
  s: nullable('', 'a', 'Ab', '12', 'NULL', '2024', 'a b'),
  n: nullable(-5, 0, 12, 2024),
  e: nullable('Red', 'blue'),
  b: nullable(true, false),
  d: nullable('2024-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '2023-12-31T12:00:00.000Z'),
  day: nullable('2024-01-01', '2024-02-29', '2023-12-31'),
  list: nullable(['a'], ['12', 'b'], []),
  up_id: nullable(1, 2, 3, 9),
})
const records = fc
  .array(record, { minLength: 1, maxLength: 6 })
  .map(rows => rows.map((row, index) => ({ id: index + 1, ...row })))

const value = fc.constantFrom(
  ...['a', 'A', '12', '>5', '>=12', '<0', '!=12', '-5', 'red', 'true', '0', 'NULL', '"NULL"', '""'],
  ...['2024', '2024-2', '>2024-01', '<=2024-02-29', '<2024', '!=2024', '"a b"', '2024-02-31', 'b'],
)
const field = fc.constantFrom(
  '',
  '',
  '',
  ...Object.keys(types).map(name => `${name}:`),
  'UP.S:',
  'nope:',
)
const term = fc
  .tuple(fc.constantFrom('', '', '-'), field, value)
  .map(([sign, name, text]) => sign + name + text)
const search = fc.oneof(
  term,
  fc.tuple(term, term).map(parts => parts.join(' ')),
  fc.tuple(term, term, term).map(([a, b, c]) => `(${a} OR ${b}) ${c}`),
)

/** Whether a record matches a search, by the definition of the syntax alone. */
function isFound(node: SearchNode, row: Row, all: readonly Row[], extended: boolean): boolean {
  if (node.kind === 'and') return node.parts.every(part => isFound(part, row, all, extended))
  if (node.kind === 'or') return node.parts.some(part => isFound(part, row, all, extended))
  const parts = node.kind === 'literal' ? [node.text] : node.parts
  const isQuoted = node.kind === 'literal' || node.isQuoted
  const [name, cut] = fieldNamed(parts)
  const upNames = ownNames.map(own => `up:${own}`)
  const everywhere = extended ? [...ownNames, ...upNames] : ownNames
  const names = name ? [name] : everywhere
  const text = name ? parts.slice(cut).join(':') : parts.join(':')
  const isNegated = node.kind === 'term' && node.isNegated
  if (text === 'NULL' && !isQuoted) {
    const values = names.map(path => ({ path, value: valueAt(row, all, path) }))
    if (!isNegated) return values.some(({ value }) => value === null)
    return values.every(
      ({ path, value }) => value !== null && !(typeAt(path) === 'String' && value === ''),
    )
  }
  const holds = names.some(path =>
    holdsValue(typeAt(path), valueAt(row, all, path), text, isQuoted),
  )
  return holds !== isNegated
}

function typeAt(path: string): ColumnType {
  const own = path.replace(/^up:/, '')
  return types[own] ?? 'Number'
}

/** Returns the path of the field that the first parts name, and how many parts it has. */
function fieldNamed(parts: readonly string[]): readonly [path?: string, cut?: number] {
  if (parts[0] === 'UP.S') return ['up:s', 1]
  if (parts[0] === 'up' && parts.length > 2) return [`up:${parts[1]}`, 2]
  return parts.length > 1 && ownNames.includes(parts[0]!) ? [parts[0], 1] : []
}

function valueAt(row: Row, all: readonly Row[], path: string): unknown {
  if (path.startsWith('up:')) {
    const up = all.find(other => other.id === row.up_id)
    return up ? valueAt(up, all, path.slice(3)) : null
  }
  if (path === 'upN') return valueAt(row, all, 'up:n')
  if (path === 'upD') return valueAt(row, all, 'up:d')
  if (path === 'twice') return typeof row.n === 'number' ? row.n * 2 : null
  return row[path] ?? null
}

function holdsValue(type: ColumnType, value: unknown, text: string, isQuoted: boolean): boolean {
  const [, sign = '=', operand = text] = isQuoted ? [] : (/^(>=|<=|!=|>|<)(.+)$/.exec(text) ?? [])
  if (type === 'Number') {
    const number = /^-?\d+$/.test(operand) ? Number(operand) : undefined
    if (number === undefined) return false
    if (value === null) return sign === '!='
    return compares(sign, Number(value) - number)
  }
  if (type === 'Date' || type === 'Dateonly') return holdsDay(value, sign, operand)
  if (value === null) return false
  if (type === 'String') {
    const stored = String(value).toLowerCase()
    return text === '' ? stored === '' : stored.includes(text.toLowerCase())
  }
  if (type === 'Enum') return String(value).toLowerCase() === text.toLowerCase()
  if (type === 'Boolean') return (value ? ['true', '1'] : ['false', '0']).includes(text)
  return text !== '' && (value as readonly string[]).includes(text)
}

function compares(sign: string, order: number): boolean {
  if (sign === '=') return order === 0
  if (sign === '!=') return order !== 0
  if (sign === '>') return order > 0
  if (sign === '>=') return order >= 0
  return sign === '<' ? order < 0 : order <= 0
}

/** Whether a day is in, before or after a period, whatever the hour. */
function holdsDay(value: unknown, sign: string, operand: string): boolean {
  const match = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d\d))?$/.exec(operand)
  if (!match || operand === '2024-02-31') return false
  if (value === null) return sign === '!='
  const prefix = match
    .slice(1)
    .filter(Boolean)
    .map(part => part!.padStart(2, '0'))
    .join('-')
  const start = String(value).slice(0, prefix.length)
  return compares(sign, start < prefix ? -1 : start > prefix ? 1 : 0)
}

it('finds what the words mean, record by record', async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      search,
      fc.boolean(),
      fc.boolean(),
      async (rows, text, isLean, searchExtended) => {
        const collection = await openItems(rows, isLean)
        const filter = { search: text, searchExtended }
        const query = { collection, filter, projection: ['id'], sort: [] }
        const found = (await list(query, call)).map(({ id }) => id)
        const node = parseSearch(text)
        const expected = rows.filter(row => isFound(node, row, rows, searchExtended))
        expect(found, await explainList(query, call)).toEqual(expected.map(({ id }) => id))
      },
    ),
    { numRuns: chooseRounds(250, 1000) },
  )
})
