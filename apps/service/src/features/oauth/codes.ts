import type { CodeStore } from '@service/authorization'
import { sql, type Transaction } from 'kysely'
import { type NewCode, openCodeTable, type StoredCode } from '../../store/code-table.js'
import type { Database } from '../../store/schema.js'

export type GrantCode = StoredCode<'oauth_codes'>

/**
 * The authorization codes of OAuth clients in an environment. Lock the session (`lockSession`) to issue one.
 */
export const openGrantCodes = (
  transaction: Transaction<Database>,
  environmentId: number,
): CodeStore<NewCode<'oauth_codes'>, GrantCode> =>
  openCodeTable(transaction, 'oauth_codes', sql`environment_id = ${environmentId}`)
