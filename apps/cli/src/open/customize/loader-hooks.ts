import { readFile } from 'node:fs/promises'
import type { LoadHook, ResolveHook } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { MessagePort } from 'node:worker_threads'
import { readVersion, withVersion } from './module-version.js'
import { stripTypes } from './strip-types.js'

let port: MessagePort | undefined

/** Receives the port to which the paths of loaded files are sent. */
export async function initialize(data: { readonly port: MessagePort }): Promise<void> {
  port = data.port
}

/**
 * Files that a customization imports belong to its version, so that a change of one of them is loaded. As in
 * TypeScript, `./file.js` may be `./file.ts`, and our own packages need not be installed beside the file.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const version = readVersion(context.parentURL)
  if (version === undefined) return nextResolve(specifier, context)
  if (!isRelative(specifier)) {
    const own = { ...context, parentURL: import.meta.url }
    return tryBoth(
      () => nextResolve(specifier, context),
      specifier.startsWith('@service/') && (() => nextResolve(specifier, own)),
    )
  }
  const found = await tryBoth(
    () => nextResolve(specifier, context),
    /\.m?js$/.test(specifier) && (() => nextResolve(specifier.replace(/js$/, 'ts'), context)),
  )
  return { ...found, url: withVersion(found.url, version) }
}

const isRelative = (specifier: string) => /^\.{0,2}\//.test(specifier)

/** The result of the second when the first fails; when both do, the first error. */
async function tryBoth<T>(
  first: () => T | Promise<T>,
  second: (() => T | Promise<T>) | false,
): Promise<T> {
  try {
    return await first()
  } catch (error) {
    if (!second) throw error
    try {
      return await second()
    } catch {
      throw error
    }
  }
}

export const load: LoadHook = async (url, context, nextLoad) => {
  if (readVersion(url) === undefined) return nextLoad(url, context)
  const path = fileURLToPath(url)
  port?.postMessage(path)
  if (!/\.m?ts$/.test(path)) return nextLoad(url, context)
  const source = stripTypes(await readFile(path, 'utf8'), url)
  return { format: 'module', source, shortCircuit: true }
}
