import type { Address } from './address.js'
import type { EmbeddedPostgres } from './embedded-postgres.js'

/** Counts the names of prepared statements. */
export interface StatementNames {
  count: number
}

const namesByTarget = new WeakMap<object, StatementNames>()
const namesInFolders = { count: 0 }

/**
 * Users of one embedded database share its session, so their prepared statements need different
 * names.
 */
export function findStatementNames(databaseAddress: Address | EmbeddedPostgres): StatementNames {
  if ('dialect' in databaseAddress)
    return databaseAddress.isEmbedded ? namesInFolders : { count: 0 }
  const names = namesByTarget.get(databaseAddress) ?? { count: 0 }
  namesByTarget.set(databaseAddress, names)
  return names
}
