import type { ShapeContext } from './compile/shape.js'
import type { StatementCache } from './compile/statement-cache.js'
import type { Database } from './database.js'
import type { ColumnInfo } from './introspect/introspection.js'

/** An open database with its collections. */
export interface SqlSource extends ShapeContext {
  readonly database: Database
  readonly statements: StatementCache
  /** The columns whose dates are compared with the limits of their type before they are grouped. */
  readonly guardedDates: WeakSet<ColumnInfo>
}
