import type { Logger } from '@service/base'
import type { Catalogue, DialectName } from '../database.js'
import { assembleTables } from './assemble-tables.js'
import type { CatalogueFacts } from './catalogue-facts.js'
import type { Introspection } from './introspection.js'

export interface IntrospectOptions {
  /** Schemas to read, where the database has them; the default schema when absent. */
  readonly schemas?: readonly string[]
}

type ReadCatalogue = (
  catalogue: Catalogue,
  schemas: readonly string[] | undefined,
) => Promise<CatalogueFacts>

/** Imported on demand, like the rest of a dialect. */
const readers: Readonly<Record<DialectName, () => Promise<ReadCatalogue>>> = {
  postgres: async () => (await import('../dialects/postgres/introspect.js')).readPostgresCatalogue,
  mysql: async () => (await import('../dialects/mysql/introspect.js')).readMysqlCatalogue,
  sqlite: async () => (await import('../dialects/sqlite/introspect.js')).readSqliteCatalogue,
  mssql: async () => (await import('../dialects/mssql/introspect.js')).readMssqlCatalogue,
}

/** Reads the structure of a database in a constant number of queries. */
export async function introspect(
  catalogue: Catalogue,
  options: IntrospectOptions,
  logger: Logger,
): Promise<Introspection> {
  const schemas = options.schemas?.length ? options.schemas : undefined
  const readCatalogue = await readers[catalogue.dialect]()
  return assembleTables(await readCatalogue(catalogue, schemas), logger)
}
