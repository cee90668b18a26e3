import type { ObservedStatement, ObserveStatement } from '@service/datasource-toolkit'
import type { Database, DialectName, Statement } from './database.js'

/** The names that OpenTelemetry gives databases. */
const systems: Readonly<Record<DialectName, string>> = {
  postgres: 'postgresql',
  mysql: 'mysql',
  sqlite: 'sqlite',
  mssql: 'microsoft.sql_server',
}

/** Passes every statement to `observe`, without its parameters. Queries of the catalog are not passed. */
export function observeDatabase(database: Database, observe: ObserveStatement): Database {
  const system = /mariadb/i.test(database.version) ? 'mariadb' : systems[database.dialect]
  const describe = ({ text }: Statement): ObservedStatement => ({
    system,
    operation: readOperation(text),
    text,
  })
  return {
    dialect: database.dialect,
    version: database.version,
    isSessionShared: database.isSessionShared,
    query: query => database.query(query),
    read: (statement, signal) =>
      observe(describe(statement), () => database.read(statement, signal)),
    write: (statement, signal) =>
      observe(describe(statement), () => database.write(statement, signal)),
    readChunks: (statement, chunkSize, signal) =>
      observeChunks(database.readChunks(statement, chunkSize, signal), next =>
        observe(describe(statement), next),
      ),
    transaction: (work, signal) =>
      database.transaction(
        session =>
          work({ run: statement => observe(describe(statement), () => session.run(statement)) }),
        signal,
      ),
    // People write these queries, which may contain values.
    readOnly: (statement, limits, signal) =>
      observe({ system, operation: readOperation(statement.text) }, () =>
        database.readOnly(statement, limits, signal),
      ),
    close: () => database.close(),
  }
}

async function* observeChunks<T>(
  chunks: AsyncGenerator<T, void, undefined>,
  observeNext: (next: () => Promise<IteratorResult<T, void>>) => Promise<IteratorResult<T, void>>,
): AsyncGenerator<T, void, undefined> {
  try {
    for (;;) {
      const { done, value } = await observeNext(() => chunks.next())
      if (done) return
      yield value
    }
  } finally {
    await chunks.return()
  }
}

/** The first word: `SELECT` of `select "id" from …`. */
function readOperation(text: string): string {
  return /^[\s(]*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
}
