import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import { lockEnvironment } from '../environments/read-environments.js'
import { Customizations } from './customizations.js'
import { readCustomizations } from './read-customizations.js'

const tag = 'Customizations'
const path = '/api/projects/{projectId}/environments/{environmentId}/customizations'

/** Actions made without code, which the agent of an environment adds to those of its code. */
export const customizationRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'Show the actions of an environment that were made without code',
      level: 'admin',
      answer: Customizations,
    },
    async ({ deps, environment }) => readCustomizations(deps.store.db, environment.id),
  ),
  memberRoute(
    {
      method: 'put',
      path,
      tag,
      summary: 'Set the actions of an environment that are made without code',
      description:
        'Agents with the option `experimental` apply them at once, after checking them against their collections: what does not fit is refused there, with a line in the log of the agent. Rights and approvals hold for them as for other actions.',
      level: 'admin',
      body: Customizations,
      answer: Customizations,
    },
    async call =>
      call.deps.store.db.transaction().execute(transaction => setCustomizations(transaction, call)),
  ),
]

async function setCustomizations(
  transaction: Transaction<Database>,
  { project, environment, person, body }: MemberCall<undefined, undefined, Customizations>,
): Promise<Customizations> {
  await lockEnvironment(transaction, environment.id)
  const before = await readCustomizations(transaction, environment.id)
  if (isDeepStrictEqual(before, body)) return body
  const columns = { actions: JSON.stringify(body.actions) }
  await transaction
    .insertInto('customizations')
    .values({ environment_id: environment.id, ...columns })
    .onConflict(conflict => conflict.column('environment_id').doUpdateSet(columns))
    .execute()
  const shown = (customizations: Customizations) => ({
    environment: { object: 'environment', name: environment.name },
    actions: customizations.actions.map(withoutPath),
  })
  await writeAdminLog(transaction, {
    projectId: project.id,
    actor: { initiator: 'administrator', person },
    type: 'update',
    resource: 'customizations',
    previousValue: shown(before),
    newValue: shown(body),
  })
  return body
}

/** The path of a webhook is often its secret: the log tells its origin only. */
function withoutPath(action: Customizations['actions'][number]): object {
  const { configuration } = action
  if (configuration.type !== 'webhook') return action
  const { url, ...others } = configuration.configuration
  const shown = { url: new URL(url).origin, ...others }
  return { ...action, configuration: { ...configuration, configuration: shown } }
}
