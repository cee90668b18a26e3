import type { Route } from '../../http/route.js'
import { environmentDocumentRoutes } from '../environments/environment-document-routes.js'
import { Customizations } from './customizations.js'
import { readCustomizations } from './read-customizations.js'

/**
 * Routes for actions configured without code, which the agent of an environment adds to those of its code.
 */
export const customizationRoutes: readonly Route[] = environmentDocumentRoutes<Customizations>({
  resource: 'customizations',
  tag: 'Customizations',
  showSummary: 'Show the actions of an environment that are configured without code',
  setSummary: 'Set the actions of an environment that are configured without code',
  setDescription:
    'Agents with the option `experimental` apply them immediately, after checking them against their collections. The agent skips an action that does not match, and logs it. Permissions and approvals apply as for other actions.',
  Body: Customizations,
  read: readCustomizations,
  write(transaction, environmentId, { actions }) {
    const columns = { actions: JSON.stringify(actions) }
    return transaction
      .insertInto('customizations')
      .values({ environment_id: environmentId, ...columns })
      .onConflict(conflict => conflict.column('environment_id').doUpdateSet(columns))
      .execute()
  },
  describe: ({ actions }) => ({ actions: actions.map(withoutPath) }),
})

/** The path of a webhook URL is often its secret, so the log contains only the origin. */
function withoutPath(action: Customizations['actions'][number]): object {
  const { configuration } = action
  if (configuration.type !== 'webhook') return action
  const { url, ...others } = configuration.configuration
  const shown = { url: new URL(url).origin, ...others }
  return { ...action, configuration: { ...configuration, configuration: shown } }
}
