import type { Extension } from '@codemirror/state'

/** The languages whose code is coloured. */
export type CodeLanguage = 'json' | 'sql' | 'plain'

const languages: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  plain: async () => [],
}

export function loadLanguage(name: CodeLanguage): Promise<Extension> {
  return languages[name]()
}
