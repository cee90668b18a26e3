import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { type MemberCall, memberRoute, type Route } from '../../http/route.js'
import type { Database } from '../../store/schema.js'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import { lockEnvironment } from '../environments/read-environments.js'
import { IpRules } from './ip-rules.js'
import { readIpRules } from './read-ip-rules.js'

const tag = 'IP rules'
const path = '/api/projects/{projectId}/environments/{environmentId}/ip-rules'

/** Which addresses may use the public API and the agent API of an environment. */
export const ipRulesRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'Show the IP rules of an environment',
      level: 'admin',
      answer: IpRules,
    },
    async ({ deps, environment }) => readIpRules(deps.store.db, environment.id),
  ),
  memberRoute(
    {
      method: 'put',
      path,
      tag,
      summary: 'Set the IP rules of an environment',
      description:
        'They hold from the next request on for tokens on the public API of the environment and for its agents, not for people on this administration API: rules that leave out your own address do not lock you out of it. Behind a proxy, the addresses are those that trusted proxies report.',
      level: 'admin',
      body: IpRules,
      answer: IpRules,
    },
    async call =>
      call.deps.store.db.transaction().execute(transaction => setIpRules(transaction, call)),
  ),
]

async function setIpRules(
  transaction: Transaction<Database>,
  { project, environment, person, body }: MemberCall<undefined, undefined, IpRules>,
): Promise<IpRules> {
  await lockEnvironment(transaction, environment.id)
  const before = await readIpRules(transaction, environment.id)
  if (isDeepStrictEqual(before, body)) return body
  const columns = { is_enabled: body.isEnabled, rules: JSON.stringify(body.rules) }
  await transaction
    .insertInto('ip_rules')
    .values({ environment_id: environment.id, ...columns })
    .onConflict(conflict => conflict.column('environment_id').doUpdateSet(columns))
    .execute()
  await writeAdminLog(transaction, {
    projectId: project.id,
    actor: { initiator: 'administrator', person },
    type: 'update',
    resource: 'ip-rules',
    ...differenceOf(environment.name, before, body),
  })
  return body
}

/** The environment with the rules before and after; what stayed is left out. */
function differenceOf(environmentName: string, before: IpRules, after: IpRules) {
  const shown = ({ isEnabled, rules }: IpRules) => ({
    environment: { object: 'environment', name: environmentName },
    ...(before.isEnabled !== after.isEnabled && { isEnabled }),
    ...(!isDeepStrictEqual(before.rules, after.rules) && { rules }),
  })
  return { previousValue: shown(before), newValue: shown(after) }
}
