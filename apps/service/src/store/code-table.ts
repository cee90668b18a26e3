import { type CodeStore, codeSeconds } from '@service/authorization'
import { type Insertable, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { hashSecret, randomText } from '../secrets/token-format.js'
import type { Database } from './schema.js'

type CodeTable = 'agent_codes' | 'oauth_codes' | 'sign_in_codes'

/** The columns that are not set when a code is issued, or come from what it is bound to. */
type OwnColumn =
  | 'code_hash'
  | 'client_id'
  | 'redirect_uri'
  | 'code_challenge'
  | 'expires_at'
  | 'used_at'
  | 'grant_id'
  | 'opened_at'

export type NewCode<Table extends CodeTable> = Omit<Insertable<Database[Table]>, OwnColumn>
export type StoredCode<Table extends CodeTable> = Selectable<Database[Table]>

interface CodeState {
  readonly client_id: string
  readonly redirect_uri?: string
  readonly code_challenge: string | null
  readonly is_used: boolean
  readonly is_expired: boolean
}

/** Codes in a table, of which only hashes are stored; `filter` limits which of them can be taken. */
export function openCodeTable<Table extends CodeTable>(
  transaction: Transaction<Database>,
  table: Table,
  filter: RawBuilder<boolean> = sql`true`,
): CodeStore<NewCode<Table>, StoredCode<Table>> {
  return {
    async issue({ clientId, redirectUri, codeChallenge }, data) {
      const code = randomText(43)
      const row = Object.entries({
        ...data,
        code_hash: hashSecret(code),
        client_id: clientId,
        ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
        code_challenge: codeChallenge ?? null,
      })
      await sql`
        insert into ${sql.table(table)}
          (${sql.join(row.map(([column]) => sql.ref(column)))}, expires_at)
        values (${sql.join(row.map(([, value]) => value))},
          clock_timestamp() + ${codeSeconds} * interval '1 second')`.execute(transaction)
      return code
    },
    async take(code, clientId) {
      const { rows } = await sql<StoredCode<Table> & CodeState>`
        select *, used_at is not null as is_used, expires_at <= clock_timestamp() as is_expired
        from ${sql.table(table)}
        where code_hash = ${hashSecret(code)} and client_id = ${clientId} and ${filter}
        for update`.execute(transaction)
      const [row] = rows
      if (!row) return undefined
      if (!row.is_used) await markUsed(transaction, table, code)
      return {
        binding: {
          clientId,
          redirectUri: row.redirect_uri,
          codeChallenge: row.code_challenge ?? undefined,
        },
        data: row,
        isUsed: row.is_used,
        isExpired: row.is_expired,
      }
    },
  }
}

async function markUsed(
  transaction: Transaction<Database>,
  table: CodeTable,
  code: string,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set used_at = clock_timestamp()
    where code_hash = ${hashSecret(code)}`.execute(transaction)
}
