import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Agent } from '@service/agent'
import { CommandError, describeError } from '../errors.js'

/** The function a project exports; it customizes an agent. */
export type Customize = (agent: Agent) => unknown

const builtFile = join('dist', 'index.js')

/** Imports the built code of a project. */
export async function loadCustomization(folder: string): Promise<Customize> {
  const path = join(folder, builtFile)
  await access(path).catch(() => {
    throw new CommandError(`The built code is missing: ${builtFile}. Run 'npm run build' first.`)
  })
  const module: { readonly default?: unknown } = await import(pathToFileURL(path).href).catch(
    (cause: unknown) => {
      throw new CommandError(`${builtFile} cannot be loaded: ${describeError(cause)}`, { cause })
    },
  )
  if (typeof module.default === 'function') return module.default as Customize
  throw new CommandError(
    `${builtFile} does not export a function: src/index.ts must have 'export default function customize(agent) { … }'.`,
  )
}

const allowed = new Set([
  'addDataSource',
  'customizeCollection',
  'addChart',
  'removeCollection',
  'use',
])

/** Applies the code to an agent that is never started and that the code cannot start. */
export async function applyCustomization(agent: Agent, customize: Customize): Promise<void> {
  forbidOthers(agent)
  try {
    await customize(agent)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(`The customization code failed: ${describeError(cause)}`, { cause })
  }
}

// Replaced on the agent itself: with a wrapper, errors would name the wrapper's line instead of the
// customer's.
function forbidOthers(agent: Agent): void {
  const methods = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(agent) as object)
  for (const [name, { value }] of Object.entries(methods)) {
    if (typeof value !== 'function' || name === 'constructor' || allowed.has(name)) continue
    const refuse = () => {
      throw new CommandError(
        `The customization code calls ${name}(), which only the application that runs the agent may call. The code may call ${[...allowed].join(', ')}.`,
      )
    }
    Object.defineProperty(agent, name, { value: refuse })
  }
}
