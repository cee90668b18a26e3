import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** What people read in errors and logs: its wording decides nothing. */
const messages = {
  shouldIgnore(path) {
    if (path.isNewExpression() && /Error$/.test(path.node.callee.name ?? '')) return 'a message'
    if (path.isCallExpression() && writesLog(path.node.callee)) return 'a message'
  },
}

const writesLog = ({ name, object }) => name === 'logger' || object?.name === 'log'

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'messages', messages)]
