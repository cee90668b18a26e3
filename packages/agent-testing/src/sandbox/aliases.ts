import { findAliasHeader, findAliasPath } from '@service/protocol'

/** Returns all paths of a route. */
export function listPaths(method: string, path: string): readonly string[] {
  const other = findAliasPath(method, path)
  return other === undefined ? [path] : [path, other]
}

/** Reads a header by either of its names. */
export function readHeader(
  given: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = given[name] ?? given[findAliasHeader(name)]
  return Array.isArray(value) ? value[0] : value
}
