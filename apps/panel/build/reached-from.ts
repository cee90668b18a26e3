import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The modules that a script imports, directly or not. */
export interface ReachedModules {
  /** Finds them, in the build that it is part of. */
  readonly plugin: Plugin
  has(id: string): boolean
}

/** Finds what a script needs before it runs, so that this becomes one file without what only others need. */
export function reachedFrom(path: string): ReachedModules {
  const reached = new Set<string>()
  let script = ''
  return {
    has: id => reached.has(id),
    plugin: {
      name: 'reached-from',
      apply: 'build',
      configResolved(config) {
        script = join(config.root, path)
      },
      buildEnd() {
        const waiting = [script]
        for (const id of waiting) {
          if (reached.has(id)) continue
          reached.add(id)
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
      },
    },
  }
}
