import { resolve } from 'node:path'
import type { Agent, AgentCustomizer } from '@service/agent'
import { type Customize, createLoader, describeFailure } from './load-customization.js'
import { watchFiles } from './watch-files.js'

/** A customization file that an agent uses. */
export interface Customization {
  /** Where the types of the collections are written. */
  readonly typingsPath: string
  /** Makes the agent use the file; call it before `start`. */
  apply(agent: Agent): void
  /** Uses the file again whenever it changes. `report` receives what happened. */
  follow(agent: Agent, report: (message: string) => void): void
  close(): void
}

/** Loads a customization file; an error names file and line. */
export async function openCustomization(given: string): Promise<Customization> {
  const path = resolve(given)
  const loader = await createLoader(path)
  let current = await loader.load()
  let watcher: ReturnType<typeof watchFiles> | undefined

  /** When the new version fails, the agent serves the one before. Returns what happened. */
  const reload = async (agent: Agent): Promise<string | undefined> => {
    const before = current
    try {
      current = await loader.load()
    } catch (error) {
      return `${given} has an error; the version before it stays in use.\n${describeFailure(error)}`
    }
    try {
      await agent.restart()
      return `${given} has changed and is in use.`
    } catch {
      // The agent has logged why.
      current = before
      return undefined
    }
  }

  return {
    typingsPath: locateTypings(path),
    apply(agent) {
      // Runs at each start of the agent, with the version that is current then.
      agent.use(function customize(dataSource) {
        return runCustomization(current, dataSource as unknown as AgentCustomizer)
      })
    },
    follow(agent, report) {
      let running = Promise.resolve()
      watcher = watchFiles(() => {
        running = running.then(async () => {
          const message = await reload(agent)
          if (message !== undefined) report(message)
          watcher?.add(loader.files)
        })
      })
      watcher.add(loader.files)
    },
    close() {
      watcher?.close()
      loader.close()
    },
  }
}

/** Beside `backoffice.ts` it is `backoffice-schema.ts`. */
export const locateTypings = (path: string): string => path.replace(/(\.[^./\\]+)?$/, '-schema.ts')

async function runCustomization(run: Customize, agent: AgentCustomizer): Promise<void> {
  await run(agent)
}
