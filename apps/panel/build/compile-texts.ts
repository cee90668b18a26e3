import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import type { Plugin } from 'vite'

/** Messages by name, in groups. */
export interface Texts {
  readonly [name: string]: string | Texts
}

interface CompiledTexts {
  readonly [name: string]: CompiledMessage | CompiledTexts
}

/** Parses the texts of the panel while it is built: the page has no parser for them. */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    transform: {
      filter: { id: /\/src\/texts\/[a-z]+\/(?:settings\/)?\w+\.json$/ },
      handler: code => ({ code: JSON.stringify(compileAll(JSON.parse(code))), map: null }),
    },
  }
}

/** Parses all messages; one that is not valid fails with its key, such as `list.count`. */
export function compileAll(texts: Texts, path: readonly string[] = []): CompiledTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const key = [...path, name]
      return [name, typeof text === 'string' ? compileOne(text, key) : compileAll(text, key)]
    }),
  )
}

function compileOne(text: string, key: readonly string[]): CompiledMessage {
  try {
    return compile(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The text '${key.join('.')}' is no valid message (${reason}): ${text}`)
  }
}
