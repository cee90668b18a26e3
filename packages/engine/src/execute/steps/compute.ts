import { UnprocessableError } from '@service/base'
import { type FieldPath, getField, type Row } from '@service/datasource-toolkit'
import type { ComputeStep } from '../../plan/plan.js'
import type { Run } from '../run.js'
import { nestedRows } from './nested-rows.js'

/** Computes the values of a computed or imported field, with one call for all rows. */
export async function compute(rows: Row[], step: ComputeStep, { call }: Run): Promise<Row[]> {
  const { at, owner, column, as, reads } = step
  const targets = nestedRows(rows, at)
  if (targets.length === 0) return rows
  const { read } = column
  if (read.kind === 'alias') {
    for (const row of targets) row[as] = getField(row, reads[0]!)
  } else if (read.kind === 'computed') {
    const pick = picker(read.dependencies, reads)
    const context = owner.context(call, `${owner.name}.${column.name} getValues`)
    const values = await read.getValues(targets.map(pick), context)
    assertCount(column.name, values, targets.length)
    // Most values are available synchronously, and a promise for each would cost more than the
    // rest.
    const settled = values.some(isPromise) ? await Promise.all(values) : values
    targets.forEach((row, index) => {
      row[as] = settled[index] ?? null
    })
  }
  return rows
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value
}

/** Builds records with exactly the dependencies, read from the rows. */
function picker(
  dependencies: readonly FieldPath[],
  reads: readonly FieldPath[],
): (row: Row) => Row {
  const paths = dependencies.map((path, index) => ({
    to: path.split(':'),
    from: reads[index]!.split(':'),
  }))
  return row => {
    const record: Row = {}
    for (const { from, to } of paths) copyPath(row, record, from, to, 0)
    return record
  }
}

function copyPath(
  from: Row,
  to: Row,
  fromNames: readonly string[],
  toNames: readonly string[],
  depth: number,
): void {
  const value = from[fromNames[depth]!] ?? null
  const name = toNames[depth]!
  if (value === null || depth === toNames.length - 1) {
    to[name] = value
    return
  }
  const copy = (to[name] ?? {}) as Row
  to[name] = copy
  copyPath(value as Row, copy, fromNames, toNames, depth + 1)
}

function assertCount(name: string, values: unknown, expected: number): void {
  if (Array.isArray(values) && values.length === expected) return
  const given = Array.isArray(values) ? `${values.length} values` : typeof values
  throw new UnprocessableError(
    `getValues of '${name}' must return one value per record: ${expected} were requested, it returned ${given}.`,
  )
}
