import type { Random } from '@service/datasource-toolkit/testing'
import { chooseRounds } from '@service/test-support'
import {
  type AwkwardColumn,
  type AwkwardTable,
  type Flavour,
  type KeyPlan,
  type Kind,
  MARK,
  toFieldName,
} from './model.js'
import { createShuffledPicker, pickOther } from './shuffled-picker.js'

const MIN_ROWS = chooseRounds(8, 30)

interface Draft {
  readonly name: string
  readonly plan: KeyPlan
  readonly keys: readonly AwkwardColumn[]
  readonly values: readonly AwkwardColumn[]
  readonly size: number
}

/** A table for every kind of key. Together they have every type and every name of the flavour. */
export function awkwardTables(random: Random, flavour: Flavour): AwkwardTable[] {
  const nameTable = createShuffledPicker(random, flavour.tableNames)
  const nameColumn = createShuffledPicker(random, flavour.columnNames)
  const dealKind = createShuffledPicker(random, flavour.kinds)
  const perTable = Math.ceil(flavour.kinds.length / flavour.keys.length) + 1
  const names = new Set<string>()
  return flavour.keys.map(plan => {
    const taken = new Set<string>(plan.names)
    // MariaDB drops blanks before the names of a view's columns.
    if (plan.form === 'view') taken.add(' leading')
    const nextName = () => {
      const name = pickOther(nameColumn, taken)
      taken.add(name)
      return name
    }
    const name = pickOther(nameTable, names)
    names.add(name)
    const keys = plan.columns.map(({ type }, index) =>
      buildColumn(plan.names?.[index] ?? nextName(), { type, values: [] }),
    )
    const values = Array.from({ length: perTable }, () => buildColumn(nextName(), dealKind()))
    return buildTable(random, flavour, {
      name,
      plan,
      keys,
      values,
      size: random.between(MIN_ROWS, MIN_ROWS + 6),
    })
  })
}

/** A table and a view that are longer than a chunk of an export and than pages may skip cheaply. */
export function longTables(random: Random, flavour: Flavour): AwkwardTable[] {
  const plans = flavour.keys.filter(({ label }) => label === 'integer' || label === 'view')
  const dealKind = createShuffledPicker(
    random,
    flavour.kinds.filter(kind => !kind.isLeftOut && !/json|point/i.test(kind.type)),
  )
  return plans.map((plan, index) => {
    const keys = plan.columns.map(({ type }) => buildColumn('key', { type, values: [] }))
    const values = ['one', 'two', 'three'].map(name => buildColumn(name, dealKind()))
    return buildTable(random, flavour, { name: `long ${index}`, plan, keys, values, size: 2_300 })
  })
}

const buildColumn = (name: string, kind: Kind): AwkwardColumn => ({
  name,
  field: toFieldName(name),
  kind,
})

function buildTable(random: Random, flavour: Flavour, draft: Draft): AwkwardTable {
  const { name, plan, size } = draft
  const rows = buildRows(random, draft)
  const mark = buildColumn(MARK, { type: flavour.integer, values: [] })
  const columns = [...draft.keys, mark, ...draft.values]
  const table = { name, plan, columns, size, rows }
  const { quote } = flavour
  const keyNames = draft.keys.map(key => quote(key.name)).join(', ')
  const definitions = columns.map((column, index) => {
    const isRequired = index < draft.keys.length && !plan.allowNull
    return `${quote(column.name)} ${column.kind.type}${isRequired ? ' not null' : ''}`
  })
  const constraint = plan.constraint ? [plan.constraint(keyNames)] : []
  const create = (created: string, parts: readonly string[], suffix = '') =>
    `create table ${quote(created)} (${parts.join(', ')})${suffix}`
  const insert = (into: string, lines: readonly (readonly string[])[]) =>
    `insert into ${quote(into)} (${columns.map(column => quote(column.name)).join(', ')}) values\n` +
    lines.map(line => `(${line.join(', ')})`).join(',\n')
  const other = `${name} base`
  switch (plan.form) {
    case 'view':
    case 'materialised view': {
      const base = create(other, [`row_number_ ${flavour.integer}`, ...definitions])
      const kind = plan.form === 'view' ? 'view' : 'materialized view'
      const shown = columns.map(column => quote(column.name)).join(', ')
      const view = `create ${kind} ${quote(name)} as select ${shown} from ${quote(other)}`
      const refresh = plan.form === 'view' ? [] : [`refresh materialized view ${quote(name)}`]
      return { ...table, ddl: [base, view], inserts: [insert(other, rows), ...refresh] }
    }
    case 'parent': {
      const child = `create table ${quote(other)} () inherits (${quote(name)})`
      const own = rows.slice(0, size / 2)
      // The child repeats keys of its parent: no constraint reaches across.
      const inherited = rows
        .slice(own.length)
        .map((row, index) => [rows[index]![0]!, ...row.slice(1)])
      return {
        ...table,
        ddl: [create(name, [...definitions, ...constraint]), child],
        inserts: [insert(name, own), insert(other, inherited)],
      }
    }
    case 'child': {
      const parent = create(other, [...definitions, `primary key (${keyNames}, ${quote(MARK)})`])
      const child = `create table ${quote(name)} () inherits (${quote(other)})`
      return { ...table, ddl: [parent, child], inserts: [insert(name, rows)] }
    }
    case 'partitioned': {
      const parts = [0, 1].map(
        remainder =>
          `create table ${quote(`${other} ${remainder}`)} partition of ${quote(name)} ` +
          `for values with (modulus 2, remainder ${remainder})`,
      )
      const suffix = ` partition by hash (${keyNames})`
      const whole = create(name, [...definitions, ...constraint], suffix)
      return { ...table, ddl: [whole, ...parts], inserts: [insert(name, rows)] }
    }
    default:
      return {
        ...table,
        ddl: [create(name, [...definitions, ...constraint], plan.suffix)],
        inserts: [insert(name, rows)],
      }
  }
}

/** SQL of each cell: the key, the mark, then values of which each is used before one is repeated. */
function buildRows(random: Random, { plan, values, size }: Draft): string[][] {
  const deals = values.map(({ kind }) => createShuffledPicker(random, kind.values))
  return Array.from({ length: size }, (_, index) => [
    ...plan.columns.map(column => column.value(index)),
    String(index),
    ...deals.map(pickNext => (random.chance(0.12) ? 'null' : pickNext())),
  ])
}
