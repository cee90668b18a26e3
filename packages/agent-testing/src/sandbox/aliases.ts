import { findAliasHeader, findAliasPath } from '@service/protocol'

/** Every path of a route. */
export function pathsOf(method: string, path: string): readonly string[] {
  const other = findAliasPath(method, path)
  return other === undefined ? [path] : [path, other]
}

/** A header under either of its names. */
export function headerOf(
  given: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = given[name] ?? given[findAliasHeader(name)]
  return Array.isArray(value) ? value[0] : value
}
