import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts the files that these modules become part of before that of the page, in this order: they run while that one is
 * still being loaded.
 */
export function firstScripts(paths: readonly string[]): Plugin {
  let ids: readonly string[] = []
  let base = ''
  return {
    name: 'first-scripts',
    apply: 'build',
    configResolved(config) {
      ids = paths.map(path => join(config.root, path))
      base = config.base
    },
    buildStart() {
      for (const id of ids) this.emitFile({ type: 'chunk', id, name: basename(id, '.ts') })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        return ids.map(id => {
          const chunk = Object.values(bundle).find(
            file => file.type === 'chunk' && file.moduleIds.includes(id),
          )
          if (!chunk) throw new Error(`${id} must be in a script.`)
          const attrs = { type: 'module', crossorigin: true, src: base + chunk.fileName }
          return { tag: 'script', attrs, injectTo: 'head-prepend' as const }
        })
      },
    },
  }
}
