import { isServiceError, knownNames, UnprocessableError } from '@service/base'
import type { Call, NativeConnection, NativeQuery, Row } from '@service/datasource-toolkit'
import type { Runtime } from '../runtime.js'

/** The connections charts and live-query segments may name. */
export function nativeConnections(runtime: Runtime): readonly NativeConnection[] {
  return runtime.dataSources.flatMap(({ dataSource }) => dataSource.nativeConnections)
}

/** Runs a query on the named connection; throws a 422 with the reason when the query fails. */
export async function runQuery(
  runtime: Runtime,
  connectionName: string,
  query: NativeQuery,
  call: Call,
): Promise<Row[]> {
  const connections = nativeConnections(runtime)
  const connection = connections.find(({ name }) => name === connectionName)
  if (!connection) {
    const known = connections.map(({ name }) => name)
    throw new UnprocessableError(
      `No connection '${connectionName}'. There are: ${knownNames(connectionName, known)}`,
    )
  }
  try {
    return await connection.query(query, call)
  } catch (error) {
    throw isFaultOfSource(error) ? error : toRefusal(error)
  }
}

/** The database is unavailable or slow, so that changing the query would not help. */
function isFaultOfSource(error: unknown): boolean {
  return isServiceError(error) && error.status >= 500
}

// The author of the query needs the database's own message to correct it.
function toRefusal(error: unknown): UnprocessableError {
  const cause = error instanceof Error ? error.cause : undefined
  if (error instanceof UnprocessableError && !(cause instanceof Error)) return error
  const { message } = (cause ?? error) as Error
  return new UnprocessableError(`The query failed: ${message}`, { cause: error })
}
