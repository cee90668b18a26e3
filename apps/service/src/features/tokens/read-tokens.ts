import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { TokenRow } from './token-shape.js'

/** Reads the tokens of a project, newest first, including revoked ones. */
export function readTokens(db: Kysely<Database>, projectId: number): Promise<TokenRow[]> {
  return selectTokens(db, projectId).orderBy('api_tokens.id', 'desc').execute()
}

export function readToken(
  db: Kysely<Database>,
  projectId: number,
  tokenId: number,
): Promise<TokenRow | undefined> {
  return selectTokens(db, projectId).where('api_tokens.id', '=', tokenId).executeTakeFirst()
}

function selectTokens(db: Kysely<Database>, projectId: number) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([
      'api_tokens.id',
      'api_tokens.name',
      'api_tokens.scopes',
      'api_tokens.created_at',
      'api_tokens.last_used_at',
      'api_tokens.expires_at',
      'api_tokens.revoked_at',
      'api_tokens.user_id',
      'users.username',
      'users.email',
    ])
    .where('api_tokens.project_id', '=', projectId)
}
