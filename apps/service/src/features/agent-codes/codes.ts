import type { CodeStore } from '@service/authorization'
import { sql, type Transaction } from 'kysely'
import { type NewCode, openCodeTable, type StoredCode } from '../../store/code-table.js'
import type { Database } from '../../store/schema.js'

export type StoredAgentCode = StoredCode<'agent_codes'>

/** The only client of these codes. */
export const clientId = 'panel'

/** The codes for the agent of an environment. Lock the session (`lockSession`) to issue one. */
export const openAgentCodes = (
  transaction: Transaction<Database>,
  environmentId: number,
): CodeStore<NewCode<'agent_codes'>, StoredAgentCode> =>
  openCodeTable(transaction, 'agent_codes', sql`environment_id = ${environmentId}`)
