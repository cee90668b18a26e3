import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

type Strip = (source: string) => string

/** That of Node.js where it has one, else the package it is made of. */
async function findStrip(): Promise<Strip> {
  if ('stripTypeScriptTypes' in nodeModule) {
    const strip = nodeModule.stripTypeScriptTypes as Strip
    return source => strip(source)
  }
  const { default: amaro } = await import('amaro')
  return source => amaro.transformSync(source, { mode: 'strip-only' }).code
}

let stripping: Promise<Strip> | undefined

/** Replaces types by blanks, so that lines and columns stay; an error names the line. */
export async function stripTypes(source: string, url: string): Promise<string> {
  stripping ??= findStrip()
  const strip = await stripping
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
