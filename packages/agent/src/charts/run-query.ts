import {
  type Call,
  type NativeConnection,
  type NativeQuery,
  type Row,
  UnprocessableError,
} from '@service/datasource-toolkit'
import { isServiceError } from '@service/protocol'
import type { Runtime } from '../runtime.js'

/** The connections charts and live-query segments may name. */
export function nativeConnections(runtime: Runtime): readonly NativeConnection[] {
  return runtime.dataSources.flatMap(({ dataSource }) => dataSource.nativeConnections)
}

/** Runs it on the connection of that name; a query that fails is a 422 that says why. */
export async function runQuery(
  runtime: Runtime,
  connectionName: string,
  query: NativeQuery,
  call: Call,
): Promise<Row[]> {
  const connections = nativeConnections(runtime)
  const connection = connections.find(({ name }) => name === connectionName)
  if (!connection) {
    const known = connections.map(({ name }) => name).join(', ') || 'none'
    throw new UnprocessableError(`No connection '${connectionName}'. There are: ${known}.`)
  }
  try {
    return await connection.query(query, call)
  } catch (error) {
    if (isServiceError(error) && error.status < 500 && error.status !== 400) throw error
    if (isServiceError(error) && error.status > 500) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new UnprocessableError(`The query failed: ${reason}`, { cause: error })
  }
}
