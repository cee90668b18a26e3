import { randomBytes } from 'node:crypto'
import { type Agent, createAgent } from '@service/agent'
import { type Customizer, captureCallSite, createCustomizer } from '@service/engine'
import { applyCustomization, type Customize } from './customization.js'

/** Runs the code of a project and records its calls, without opening a data source. */
export async function recordCustomizationCalls(customize: Customize): Promise<Customizer> {
  const customizer = createCustomizer()
  const secret = randomBytes(32).toString('hex')
  const agent = createAgent({ authSecret: secret, envSecret: secret, activityLog: false })
  const recorders: Pick<Agent, 'addDataSource' | 'addChart' | 'removeCollection' | 'use'> & {
    customizeCollection: Customizer['customizeCollection']
  } = {
    addDataSource(factory, options) {
      customizer.addDataSource(factory, options, captureCallSite(recorders.addDataSource))
      return agent
    },
    customizeCollection(name, callback) {
      customizer.customizeCollection(name, callback, captureCallSite(recorders.customizeCollection))
      return agent
    },
    addChart(name, definition) {
      customizer.addChart(name, definition, captureCallSite(recorders.addChart))
      return agent
    },
    removeCollection(...names) {
      customizer.removeCollection(names, captureCallSite(recorders.removeCollection))
      return agent
    },
    use(plugin, ...options) {
      customizer.use(plugin, options[0], captureCallSite(recorders.use as () => unknown))
      return agent
    },
  }
  for (const [name, value] of Object.entries(recorders)) {
    Object.defineProperty(agent, name, { value })
  }
  await applyCustomization(agent, customize)
  return customizer
}
