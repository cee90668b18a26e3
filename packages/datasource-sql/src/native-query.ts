import { isServiceError, UnprocessableError } from '@service/base'
import type { Call, NativeConnection, NativeQuery, Row } from '@service/datasource-toolkit'
import type { Database, DialectName, ReadOnlyLimits } from './database.js'
import { ReadOnlyDatabaseError } from './errors.js'
import { readingStatement } from './native/reading-statement.js'

const placeholders: Readonly<Record<DialectName, (position: number) => string>> = {
  postgres: position => `$${position}`,
  mysql: () => '?',
  sqlite: () => '?',
  mssql: position => `@${position}`,
}

/** A connection for live queries: read-only, with a time limit and a row limit. */
export function nativeConnection(
  name: string,
  database: Database,
  limits: ReadOnlyLimits,
): NativeConnection {
  return {
    name,
    query: (query, call) => runNativeQuery(database, query, limits, call),
  }
}

async function runNativeQuery(
  database: Database,
  { texts, values }: NativeQuery,
  limits: ReadOnlyLimits,
  call: Call,
): Promise<Row[]> {
  const placeholder = placeholders[database.dialect]
  const given = texts.reduce((before, after, index) => before + placeholder(index) + after)
  const text = readingStatement(database.dialect, given)
  try {
    return await database.readOnly({ text, values }, limits, call.signal)
  } catch (error) {
    if (error instanceof ReadOnlyDatabaseError) {
      throw new UnprocessableError('Only statements that read are allowed here.', { cause: error })
    }
    if (isServiceError(error) || call.signal?.aborted) throw error
    throw new UnprocessableError('The database rejected this query.', { cause: error })
  }
}
