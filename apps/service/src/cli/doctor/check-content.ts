import type { Config } from '../../config.js'
import { listOpenEnvironments } from '../../features/environments/read-environments.js'
import { createSecretBox } from '../../secrets/secret-box.js'
import { refuseWrongSecret } from '../../secrets/signing-keys.js'
import { checkAgent } from './check-agent.js'
import { broken, type Finding, ok, skipped, warning } from './finding.js'
import type { ReadableStore } from './open-for-reading.js'

/** The most agents that are asked. */
const MAX_AGENTS = 50

/** Whether the secret decrypts the keys that sign tokens. */
export async function checkKeys(
  { read }: ReadableStore,
  secret: string | undefined,
): Promise<Finding> {
  const check = 'signing keys'
  if (secret === undefined) return skipped(check, 'There is no secret to decrypt them with.')
  const secrets = createSecretBox(secret)
  try {
    await read(db => refuseWrongSecret(db, secrets))
    return ok(check, 'The secret decrypts the signing keys.')
  } catch (error) {
    if (!(error instanceof Error && error.name === 'WrongSecretError')) throw error
    const message = 'The signing keys were encrypted with another secret.'
    const advice =
      'Use the secret of the other instances. If it is lost: npx @service/cli keys rotate --new-secret'
    return broken(check, message, advice)
  }
}

/** Whether somebody can administrate the installation. */
export async function checkPeople({ read }: ReadableStore): Promise<Finding> {
  const check = 'administrators'
  const people = await read(db =>
    db.selectFrom('users').select(['is_owner', 'disabled_at']).execute(),
  )
  if (people.length === 0) return ok(check, 'The first start creates the first administrator.')
  const owners = people.filter(person => person.is_owner && person.disabled_at === null)
  if (owners.length > 0) return ok(check, `${owners.length} enabled accounts may create projects.`)
  const message = `None of ${people.length} accounts is an enabled owner: nobody may create projects.`
  const advice =
    'npx @service/cli user enable --email …, or: npx @service/cli user create --owner --email …'
  return broken(check, message, advice)
}

/** Environments without rights, which are meant for trying things out. */
export async function checkOpenRights({ read }: ReadableStore): Promise<Finding> {
  const check = 'rights'
  const open = await read(listOpenEnvironments)
  if (open.length === 0) return ok(check, 'Rights are enforced in every environment.')
  const names = open.map(({ project, environment }) => `${project} / ${environment}`).join(', ')
  const message = `Everyone who may sign in may do everything in ${names}.`
  return warning(check, message, 'Enforce rights in the settings of the environment.')
}

/** Asks the agent of every environment; one that is missing shows as an empty panel. */
export async function checkAgents(
  { read }: ReadableStore,
  config: Pick<Config, 'publicUrl'>,
): Promise<readonly Finding[]> {
  const environments = await read(db =>
    db
      .selectFrom('environments')
      .innerJoin('projects', 'projects.id', 'environments.project_id')
      .select([
        'projects.name as project',
        'environments.name as environment',
        'environments.kind',
        'environments.agent_url as agentUrl',
      ])
      .where('environments.deleted_at', 'is', null)
      .where('projects.deleted_at', 'is', null)
      .where('environments.agent_url', 'is not', null)
      .orderBy('environments.id')
      .limit(MAX_AGENTS)
      .execute(),
  )
  if (environments.length === 0) return [skipped('agents', 'No environment has an agent URL yet.')]
  return Promise.all(environments.map(environment => checkAgent(environment, config)))
}
