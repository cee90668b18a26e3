import { findAliasHeader, findAliasPath } from '@service/protocol'

/** Returns our path of a route, and its alias if it has one. */
export function pathsOf(method: string, path: string): readonly string[] {
  const other = findAliasPath(method, path)
  return other === undefined ? [path] : [path, other]
}

/** Reads a header under our name or its alias. */
export function headerOf(
  given: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = given[name] ?? given[findAliasHeader(name)]
  return Array.isArray(value) ? value[0] : value
}
