import type { Logger } from '@service/datasource-toolkit'
import type { Catalogue, DialectName } from '../database.js'
import { readMssqlCatalogue } from '../dialects/mssql/introspect.js'
import { readMysqlCatalogue } from '../dialects/mysql/introspect.js'
import { readPostgresCatalogue } from '../dialects/postgres/introspect.js'
import { readSqliteCatalogue } from '../dialects/sqlite/introspect.js'
import { assembleTables } from './assemble-tables.js'
import type { CatalogueFacts } from './catalogue-facts.js'
import type { Introspection } from './introspection.js'

export interface IntrospectOptions {
  /** Schemas to read, where the database has some; the default schema when absent. */
  readonly schemas?: readonly string[]
}

const readCatalogue: Readonly<
  Record<
    DialectName,
    (catalogue: Catalogue, schemas: readonly string[] | undefined) => Promise<CatalogueFacts>
  >
> = {
  postgres: readPostgresCatalogue,
  mysql: readMysqlCatalogue,
  sqlite: readSqliteCatalogue,
  mssql: readMssqlCatalogue,
}

/** Reads the structure of a database in a constant number of queries. */
export async function introspect(
  catalogue: Catalogue,
  options: IntrospectOptions,
  logger: Logger,
): Promise<Introspection> {
  const schemas = options.schemas?.length ? options.schemas : undefined
  return assembleTables(await readCatalogue[catalogue.dialect](catalogue, schemas), logger)
}
