import type { Row } from '@service/datasource-toolkit'
import { ConstraintError } from '@service/datasource-toolkit'
import type { TableInfo } from './introspect/introspection.js'

interface Violation {
  readonly rule: string
  readonly columns?: readonly string[]
  readonly constraint?: string
}

type Find = (
  table: TableInfo,
  rows: readonly Row[],
  violation: Violation,
) => readonly string[] | undefined

/** The written columns that violate a rule, where the table leaves one possibility. */
const finders: Readonly<Record<string, Find>> = {
  unique({ primaryKey, uniqueKeys }, rows, { constraint }) {
    if (constraint === 'PRIMARY') return primaryKey
    const written = uniqueKeys.filter(key => key.some(name => isWritten(rows, name)))
    // MySQL names a key after its first column, unless the table names it.
    const named = written.filter(([first]) => first === constraint)
    return onlyOne(named) ?? onlyOne(written)
  },
  foreignKey({ foreignKeys }, rows) {
    const written = foreignKeys.filter(({ columns }) => columns.some(name => isWritten(rows, name)))
    return onlyOne(written)?.columns
  },
  tooLong({ columns }, rows) {
    const long = columns.filter(({ name, maxLength }) => {
      if (maxLength === undefined) return false
      return rows.some(row => typeof row[name] === 'string' && isLonger(row[name], maxLength))
    })
    return long.map(({ name }) => name)
  },
}

/** Adds the columns to a constraint error for which the database names none; the message stays. */
export function withViolatedColumns(
  error: unknown,
  table: TableInfo,
  rows: readonly Row[],
): unknown {
  if (!(error instanceof ConstraintError)) return error
  const violation = error.data as Violation
  if (violation.columns) return error
  const columns = finders[violation.rule]?.(table, rows, violation)
  if (!columns || columns.length === 0) return error
  return Object.assign(error, { data: { ...violation, columns } })
}

function isWritten(rows: readonly Row[], name: string): boolean {
  return rows.some(row => (row[name] ?? null) !== null)
}

function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && [...text].length > maxLength
}

function onlyOne<T>(candidates: readonly T[]): T | undefined {
  return candidates.length === 1 ? candidates[0] : undefined
}
