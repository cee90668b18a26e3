import { type FieldPath, getField, type Row, UnprocessableError } from '@service/datasource-toolkit'
import type { ComputeStep } from '../../plan/plan.js'
import type { Run } from './index.js'
import { nestedRows } from './nested-rows.js'

/** Values of a computed or imported field, asked once for all rows. */
export async function compute(rows: Row[], step: ComputeStep, { call }: Run): Promise<Row[]> {
  const { at, owner, column } = step
  const targets = nestedRows(rows, at)
  if (targets.length === 0) return rows
  const { read } = column
  if (read.kind === 'alias') {
    for (const row of targets) row[column.name] = getField(row, read.path)
  } else if (read.kind === 'computed') {
    const records = targets.map(row => pick(row, read.dependencies))
    const context = owner.context(call, `${owner.name}.${column.name} getValues`)
    const values = await read.getValues(records, context)
    assertCount(column.name, values, targets.length)
    const settled = await Promise.all(values)
    targets.forEach((row, index) => {
      row[column.name] = settled[index] ?? null
    })
  }
  return rows
}

/** A record that holds exactly the dependencies. */
function pick(row: Row, paths: readonly FieldPath[]): Row {
  const record: Row = {}
  for (const path of paths) copyPath(row, record, path.split(':'))
  return record
}

function copyPath(from: Row, to: Row, [name, ...rest]: readonly string[]): void {
  if (name === undefined) return
  if (rest.length === 0) {
    to[name] = from[name] ?? null
    return
  }
  const related = from[name] as Row | null | undefined
  if (!related) {
    to[name] = null
    return
  }
  const copy = (to[name] ?? {}) as Row
  to[name] = copy
  copyPath(related, copy, rest)
}

function assertCount(name: string, values: unknown, expected: number): void {
  if (Array.isArray(values) && values.length === expected) return
  const given = Array.isArray(values) ? `${values.length} values` : typeof values
  throw new UnprocessableError(
    `getValues of '${name}' must answer one value per record: ${expected} were asked, it gave ${given}.`,
  )
}
