import type { Random } from '@service/datasource-toolkit/testing'
import { chooseRounds } from '@service/test-support'
import { type Flavour, type KeyColumn, MARK } from './model.js'
import { createShuffledPicker, pickOther, shuffled } from './shuffled-picker.js'

interface RelatedTable {
  readonly name: string
  /** Columns of its primary key. */
  readonly key: readonly string[]
}

export interface ForeignKey {
  readonly child: string
  readonly columns: readonly string[]
  readonly parent: string
  readonly parentColumns: readonly string[]
}

/** A table of nothing but two keys: it leads from one end to the other. */
interface Junction {
  readonly keys: readonly [ForeignKey, ForeignKey]
  readonly hasOwnColumns: boolean
}

export interface RelatedTables {
  readonly tables: readonly RelatedTable[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly junctions: readonly Junction[]
  /** Statements that make and fill them, with names of constraints in an order or in its opposite. */
  statements(order: 'forwards' | 'backwards'): readonly string[]
}

interface Column extends KeyColumn {
  readonly name: string
}

interface Plan extends RelatedTable {
  readonly columns: readonly Column[]
  readonly size: number
  readonly unique?: readonly string[]
}

const PARENTS = chooseRounds(9, 12)
const CHILDREN = chooseRounds(14, 30)
const JUNCTION_ROWS = chooseRounds(16, 40)

/** Parents with awkward keys, and children with foreign keys of every sort to them. */
export function relatedTables(random: Random, flavour: Flavour): RelatedTables {
  const nextTable = createShuffledPicker(random, flavour.tableNames)
  const nextColumn = createShuffledPicker(random, flavour.columnNames)
  const takenTables = new Set<string>()
  const nameTable = () => {
    const name = pickOther(nextTable, takenTables)
    takenTables.add(name)
    return name
  }
  const single = random.pick(
    flavour.keys.filter(({ label }) => ['integer', 'text', 'uuid', 'bigint'].includes(label)),
  ).columns[0]!
  const pair = flavour.keys.find(({ label }) => label === 'composite with text')!.columns
  const whole: KeyColumn = { type: flavour.integer, value: String }
  const mark: Column = { name: MARK, ...whole }

  const owner = plan(nameTable(), [{ ...single, name: nextColumn() }], PARENTS)
  const pairTable = plan(
    nameTable(),
    pair.map((column, index) => ({ ...column, name: `part ${index}` })),
    PARENTS,
  )
  const childName = nameTable()
  const buildColumn = (column: KeyColumn, name: string, spread: Spread): Column => ({
    name,
    type: column.type,
    value: index => {
      const parent = spread(index)
      return parent === undefined ? 'null' : column.value(parent)
    },
  })
  const first = buildColumn(single, 'sender_id', some(random, PARENTS))
  const second = buildColumn(single, pickOther(nextColumn, new Set(['id'])), some(random, PARENTS))
  // The short name of its relation is that of the first.
  const third = buildColumn(single, 'senderId', some(random, PARENTS))
  const lone = buildColumn(single, 'lone_Id', index => (index < 8 ? index : undefined))
  const partly = buildColumn(single, 'partly', differentAtFirst(some(random, PARENTS)))
  const self = buildColumn(whole, `${childName}_id`, some(random, CHILDREN / 2))
  // Both are called `spot_area_code` when their names are joined.
  const [composite, another] = [
    ['spot', 'area_code'],
    ['spot_area', 'code'],
  ].map(names => {
    const spread = some(random, PARENTS)
    return pair.map((column, index) => buildColumn(column, names[index]!, spread))
  }) as [Column[], Column[]]
  const child: Plan = {
    ...plan(childName, [{ ...whole, name: 'id' }], CHILDREN, [
      ...[first, second, third, lone, partly, self],
      ...[...composite, ...another],
    ]),
    unique: [lone.name],
  }
  const link = (from: Plan, columns: readonly Column[], to: Plan): ForeignKey => ({
    child: from.name,
    columns: columns.map(({ name }) => name),
    parent: to.name,
    parentColumns: to.key,
  })
  const foreignKeys = [
    ...[first, second, third, lone, partly].map(column => link(child, [column], owner)),
    link(child, [self], child),
    link(child, composite, pairTable),
    link(child, another, pairTable),
  ]
  const junctions: Junction[] = []
  const plans = [owner, pairTable, child]
  const sides = [
    { hasOwnColumns: false, to: child, column: whole },
    { hasOwnColumns: true, to: child, column: whole },
    { hasOwnColumns: true, to: owner, column: single },
  ]
  for (const { hasOwnColumns, to, column } of sides) {
    const left = buildColumn(single, 'left_id', index => index % PARENTS)
    const spread = (index: number) => (index * 7 + Math.floor(index / 10)) % to.size
    const right = buildColumn(column, 'right_id', spread)
    const extra = hasOwnColumns ? [{ ...whole, name: 'quantity' }] : []
    const junction = plan(nameTable(), [left, right], JUNCTION_ROWS, extra, !hasOwnColumns)
    const keys = [link(junction, [left], owner), link(junction, [right], to)] as const
    plans.push(junction)
    foreignKeys.push(...keys)
    junctions.push({ keys, hasOwnColumns })
  }
  const shuffledKeys = shuffled(random, foreignKeys)
  return {
    tables: plans,
    foreignKeys,
    junctions,
    statements: order => [
      ...plans.map(each => create(order, flavour, each, shuffledKeys)),
      ...partialIndex(flavour, child, partly),
      ...plans.map(each => insert(flavour, each)),
    ],
  }

  function plan(
    name: string,
    key: readonly Column[],
    size: number,
    more: readonly Column[] = [],
    isPure = false,
  ): Plan {
    const columns = isPure ? key : [...key, mark, ...more]
    return { name, key: key.map(column => column.name), columns, size }
  }
}

/** Which parent the row of a number has; undefined: none. */
type Spread = (index: number) => number | undefined

function some(random: Random, parents: number): Spread {
  const chosen = Array.from({ length: 60 }, () =>
    random.chance(0.2) ? undefined : random.between(0, parents - 1),
  )
  // A row refers to rows before it, so that one statement can insert them all.
  return index => {
    const parent = chosen[index]
    return parent === undefined || parents === PARENTS ? parent : Math.min(parent, index)
  }
}

/** The index on part of the rows holds the first two, which must differ. */
function differentAtFirst(spread: Spread): Spread {
  return index => {
    const parent = spread(index)
    return index === 1 && parent === spread(0) ? undefined : parent
  }
}

function create(
  order: 'forwards' | 'backwards',
  { quote }: Flavour,
  plan: Plan,
  foreignKeys: readonly ForeignKey[],
): string {
  const list = (names: readonly string[]) => names.map(quote).join(', ')
  const own = foreignKeys.filter(({ child }) => child === plan.name)
  const named = (order === 'forwards' ? own : own.toReversed()).map((key, index) => {
    const constraint = quote(`${plan.name.slice(0, 20)} ${index}`)
    const target = `${quote(key.parent)} (${list(key.parentColumns)})`
    return `constraint ${constraint} foreign key (${list(key.columns)}) references ${target}`
  })
  const definitions = plan.columns.map(({ name, type }) => {
    return `${quote(name)} ${type}${plan.key.includes(name) ? ' not null' : ''}`
  })
  const parts = [
    ...definitions,
    `primary key (${list(plan.key)})`,
    ...(plan.unique ? [`unique (${list(plan.unique)})`] : []),
    ...named,
  ]
  return `create table ${quote(plan.name)} (${parts.join(', ')})`
}

function partialIndex({ partialIndex, quote }: Flavour, { name }: Plan, column: Column): string[] {
  if (!partialIndex) return []
  return [partialIndex('partly_unique', quote(name), quote(column.name), quote(MARK))]
}

function insert({ quote }: Flavour, { name, columns, size, key }: Plan): string {
  const lines = Array.from({ length: size }, (_, index) => columns.map(each => each.value(index)))
  const distinct = new Map(
    lines.map(line => [
      JSON.stringify(line.filter((_, index) => key.includes(columns[index]!.name))),
      line,
    ]),
  )
  const names = columns.map(column => quote(column.name)).join(', ')
  const rows = [...distinct.values()].map(line => `(${line.join(', ')})`)
  return `insert into ${quote(name)} (${names}) values\n${rows.join(',\n')}`
}
