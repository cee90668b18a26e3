import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Puts a small script of its own before that of the page: it runs while the other one is still being loaded. */
export function firstScript(path: string): Plugin {
  let id = ''
  let base = ''
  return {
    name: 'first-script',
    apply: 'build',
    configResolved(config) {
      id = join(config.root, path)
      base = config.base
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id, name: 'start' })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          file => file.type === 'chunk' && file.facadeModuleId === id,
        )
        if (!chunk) throw new Error(`${path} must become a script of its own.`)
        const attrs = { type: 'module', crossorigin: true, src: base + chunk.fileName }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' as const }]
      },
    },
  }
}
