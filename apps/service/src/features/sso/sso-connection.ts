import type { Kysely } from 'kysely'
import { IdentityProviderError } from '../../errors.js'
import type { SecretBox } from '../../secrets/secret-box.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import type { ProviderClient } from './open-provider.js'

const PURPOSE = 'sso-client-secret'

/** The connection of a project to its identity provider. */
export interface SsoConnection {
  readonly projectId: number
  readonly projectName: string
  readonly issuer: string
  readonly clientId: string
  /** Encrypted; null for a public client. */
  readonly clientSecret: string | null
  readonly allowedDomains: readonly string[]
  readonly isRequired: boolean
  readonly defaultRoleId: number | null
  readonly defaultTeamId: number | null
  readonly updatedAt: Instant
}

/** Reads the connection of a project, by its id or its name. */
export async function readConnection(
  db: Kysely<Database>,
  project: { readonly id: number } | { readonly name: string },
): Promise<SsoConnection | undefined> {
  const query = db
    .selectFrom('sso_connections')
    .innerJoin('projects', 'projects.id', 'sso_connections.project_id')
    .select([
      'projects.id as projectId',
      'projects.name as projectName',
      'sso_connections.issuer',
      'sso_connections.client_id as clientId',
      'sso_connections.client_secret as clientSecret',
      'sso_connections.allowed_domains as allowedDomains',
      'sso_connections.is_required as isRequired',
      'sso_connections.default_role_id as defaultRoleId',
      'sso_connections.default_team_id as defaultTeamId',
      'sso_connections.updated_at as updatedAt',
    ])
    .where('projects.deleted_at', 'is', null)
  return 'id' in project
    ? query.where('projects.id', '=', project.id).executeTakeFirst()
    : query.where('projects.name', '=', project.name).executeTakeFirst()
}

export const encryptClientSecret = (secrets: SecretBox, secret: string) =>
  secrets.encrypt(PURPOSE, secret)

/** The names of the projects whose client secret was encrypted with another secret of the installation. */
export async function projectsToEnterAgain(
  db: Kysely<Database>,
  secrets: SecretBox,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('sso_connections')
    .innerJoin('projects', 'projects.id', 'sso_connections.project_id')
    .select(['projects.name', 'sso_connections.client_secret as sealed'])
    .where('projects.deleted_at', 'is', null)
    .where('sso_connections.client_secret', 'is not', null)
    .orderBy('projects.name')
    .execute()
  return rows
    .filter(({ sealed }) => secrets.decrypt(PURPOSE, sealed ?? '') === undefined)
    .map(({ name }) => name)
}

/** The client registration at the provider, with the decrypted secret. */
export function toProviderClient(
  secrets: SecretBox,
  { issuer, clientId, clientSecret }: Pick<SsoConnection, 'issuer' | 'clientId' | 'clientSecret'>,
): ProviderClient {
  if (clientSecret === null) return { issuer, clientId, clientSecret: undefined }
  const secret = secrets.decrypt(PURPOSE, clientSecret)
  if (secret === undefined) {
    throw new IdentityProviderError(
      `The client secret for ${issuer} was encrypted with another SERVICE_SECRET and cannot be decrypted. An Admin of the project must enter it again.`,
    )
  }
  return { issuer, clientId, clientSecret: secret }
}
