import { isDeepStrictEqual } from 'node:util'
import { memberRoute, type Route } from '../../http/route.js'
import { environmentDocumentRoutes } from '../environments/environment-document-routes.js'
import { checkIpRules, IpRulesCheck } from './check-ip-rules.js'
import { IpRules } from './ip-rules.js'
import { readIpRules } from './read-ip-rules.js'

/** Routes for the IP addresses that may use the public API and the agent API of an environment. */
export const ipRulesRoutes: readonly Route[] = [
  ...environmentDocumentRoutes<IpRules>({
    resource: 'ip-rules',
    tag: 'IP rules',
    showSummary: 'Show the IP rules of an environment',
    setSummary: 'Set the IP rules of an environment',
    setDescription:
      'They apply from the next request to the public API of the environment and to its agents, but not to people on this administration API, so rules without your own IP address do not lock you out. Behind a proxy, the IP addresses are those that trusted proxies report.',
    Body: IpRules,
    read: readIpRules,
    write(transaction, environmentId, { isEnabled, rules }) {
      const columns = { is_enabled: isEnabled, rules: JSON.stringify(rules) }
      return transaction
        .insertInto('ip_rules')
        .values({ environment_id: environmentId, ...columns })
        .onConflict(conflict => conflict.column('environment_id').doUpdateSet(columns))
        .execute()
    },
    // Unchanged fields are omitted.
    describe: ({ isEnabled, rules }, before, after) => ({
      ...(before.isEnabled !== after.isEnabled && { isEnabled }),
      ...(!isDeepStrictEqual(before.rules, after.rules) && { rules }),
    }),
  }),
  memberRoute(
    {
      method: 'post',
      path: '/api/projects/{projectId}/environments/{environmentId}/ip-rules/check',
      tag: 'IP rules',
      summary: 'Check whom IP rules would keep out',
      description:
        'Returns your IP address as this service sees it, whether the rules allow it, and how many members were seen at other IP addresses in the last 30 days. Stores nothing.',
      level: 'admin',
      body: IpRules,
      response: IpRulesCheck,
    },
    ({ deps, project, request, body }) => checkIpRules(deps, project.id, request.address, body),
  ),
]
