import type { RawBuilder } from 'kysely'

export type DialectName = 'postgres' | 'mysql' | 'sqlite' | 'mssql'

/** The part of an open database that introspection needs: catalogue queries, rows as objects. */
export interface Catalogue {
  readonly dialect: DialectName
  /** Version text of the server, e.g. `10.11.6-MariaDB`. */
  readonly version: string
  query<Row extends object>(query: RawBuilder<Row>): Promise<Row[]>
}
