import type { Plugin } from 'vite'

/**
 * Tells browsers that most functions of these scripts are called as soon as it runs: Chromium compiles them in the background
 * while they arrive, and not one by one when they are called.
 */
export function compileAtOnce(names: readonly string[]): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      // Only a comment at the very beginning of a file counts.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && names.includes(chunk.name)) {
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
          }
        }
      },
    },
  }
}
