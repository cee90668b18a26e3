import type { ShapeContext } from './compile/shape.js'
import type { StatementCache } from './compile/statement-cache.js'
import type { Database } from './database.js'

/** An open database with its collections. */
export interface SqlSource extends ShapeContext {
  readonly database: Database
  readonly statements: StatementCache
}
