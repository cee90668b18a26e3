import nodeModule, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type Strip = (source: string) => string

interface Amaro {
  transformSync(source: string, options: { readonly mode: 'strip-only' }): { readonly code: string }
}

/** That of Node.js where it has one, else the package it is made of. */
function findStrip(): Strip {
  if ('stripTypeScriptTypes' in nodeModule) {
    const strip = nodeModule.stripTypeScriptTypes as Strip
    return source => strip(source)
  }
  // It has no types of its own.
  const amaro: Amaro = createRequire(import.meta.url)('amaro')
  return source => amaro.transformSync(source, { mode: 'strip-only' }).code
}

let strip: Strip | undefined

/** Replaces types by blanks, so that lines and columns stay; an error names the line. */
export function stripTypes(source: string, url: string): string {
  strip ??= findStrip()
  try {
    return strip(source)
  } catch (error) {
    throw new SyntaxError(explain(error, fileURLToPath(url)))
  }
}

/** The parser draws the place: `x Unexpected eof` above `,-[2:1]` or `1 | enum A`. */
function explain(error: unknown, path: string): string {
  const text = error instanceof Error ? error.message : String(error)
  const problem = text
    .split('\n', 1)[0]
    ?.replace(/^\s*[x×]\s*/, '')
    .trim()
  const [, line] = /\[(\d+):\d+\]/.exec(text) ?? /^\s*(\d+) \|/m.exec(text) ?? []
  return `${problem}\n    at ${path}${line === undefined ? '' : `:${line}`}`
}
