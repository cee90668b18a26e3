import { UnprocessableError } from '@service/base'
import type { NativeQuery } from '@service/datasource-toolkit'
import { splitAtVariables } from '../gateway/variables.js'
import { bareSql, lexings } from './bare-sql.js'

// Replaces variables while the statement is checked; SQL statements do not contain it.
const mark = '\u0001'
const writes = /\b(insert|update|delete|merge|into|truncate|create|alter|drop|grant)\b/i

/**
 * Turns `{{name}}` into bound parameters and rejects everything but a single SELECT. The data source
 * also runs it in a read-only transaction.
 */
export function bindQuery(query: string, valueFor: (name: string) => unknown): NativeQuery {
  const { texts, names } = splitAtVariables(query.trim().replace(/;\s*$/, ''))
  checkStatement(texts.join(mark), names)
  return { texts, values: names.map(name => bindable(name, valueFor(name))) }
}

function checkStatement(statement: string, names: readonly string[]): void {
  for (const lexing of lexings) {
    const bare = bareSql(statement, lexing)
    if (bare.trim() === '') throw new UnprocessableError('The query is empty.')
    if (bare.includes(';')) {
      throw new UnprocessableError('The query must be one statement: remove the semicolon.')
    }
    if (!/^[\s(]*(select|with)\b/i.test(bare)) {
      throw new UnprocessableError('The query must begin with SELECT or WITH.')
    }
    const write = writes.exec(bare)
    if (write) throw new UnprocessableError(`The query may only read: it contains ${write[0]}.`)
    if (bare.split(mark).length - 1 !== names.length) {
      throw new UnprocessableError(
        `Write variables without quotes around them: ${names.map(name => `{{${name}}}`).join(', ')}.`,
      )
    }
  }
}

function bindable(name: string, value: unknown): unknown {
  if (value === undefined) throw new UnprocessableError(`No value was given for {{${name}}}.`)
  if (typeof value !== 'object' || value === null) return value
  throw new UnprocessableError(`The value of {{${name}}} must be a text, a number or a boolean.`)
}
