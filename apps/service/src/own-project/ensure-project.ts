import { type Kysely, sql, type Transaction } from 'kysely'
import type { Deps } from '../deps.js'
import type { Actor, ActorPerson } from '../features/admin-logs/write-admin-log.js'
import { useSecret } from '../features/environments/environment-secrets.js'
import { changeEnvironment } from '../features/environments/write-environments.js'
import { findUser } from '../features/people/create-user.js'
import { createProject } from '../features/projects/create-project.js'
import { hashSecret } from '../secrets/token-format.js'
import type { Database } from '../store/schema.js'

/** The project of an agent that runs beside the service. */
export interface ProjectSettings {
  /** The name of a new project; people may change it later. */
  readonly projectName: string
  /** The account that becomes its admin. */
  readonly adminEmail: string
  /** The secret of the agent, by which its environment is found again. */
  readonly envSecret: string
  /** Where browsers reach the agent. */
  readonly agentUrl: string
}

/** Creates the project on the first start; later it only stores where the agent is now. */
export async function ensureProject(
  { store }: Pick<Deps, 'store'>,
  { projectName, adminEmail, envSecret, agentUrl }: ProjectSettings,
): Promise<void> {
  await store.db.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(hashtext('service own project'))`.execute(transaction)
    const actor: Actor = { initiator: 'service' }
    const target =
      (await findEnvironment(transaction, envSecret)) ??
      (await create(
        transaction,
        projectName,
        envSecret,
        await requireUser(transaction, adminEmail),
      ))
    await changeEnvironment(transaction, { ...target, actor }, { agentUrl })
  })
}

interface Found {
  readonly id: number
  readonly projectId: number
}

async function findEnvironment(db: Kysely<Database>, secret: string): Promise<Found | undefined> {
  return db
    .selectFrom('environment_secrets')
    .innerJoin('environments', 'environments.id', 'environment_secrets.environment_id')
    .select(['environments.id', 'environments.project_id as projectId'])
    .where('secret_hash', '=', hashSecret(secret))
    .where('environments.deleted_at', 'is', null)
    .executeTakeFirst()
}

async function create(
  transaction: Transaction<Database>,
  name: string,
  envSecret: string,
  person: ActorPerson,
): Promise<Found> {
  const actor: Actor = { initiator: 'administrator', person }
  const { id, environment } = await createProject(transaction, { name, userId: person.id, actor })
  await useSecret(transaction, environment.id, envSecret)
  return { id: environment.id, projectId: id }
}

async function requireUser(db: Kysely<Database>, email: string): Promise<ActorPerson> {
  const person = await findUser(db, email)
  if (person) return person
  throw new Error(`There is no account of ${email}, which should own the project.`)
}
