import { resolve } from 'node:path'

/** The driver package for a database URL, and its supported versions. */
type Driver = readonly [name: string, range: string]

const drivers: readonly (readonly [scheme: RegExp, driver: Driver])[] = [
  [/^(postgres|postgresql|pg):/i, ['pg', '^8.16.0']],
  [/^(mysql|mysql2|mariadb):/i, ['mysql2', '^3.11.0']],
  [/^(sqlite|file):/i, ['libsql', '^0.5.0']],
  [/^(mssql|sqlserver|tedious):/i, ['tedious', '^19.0.0']],
]

/**
 * Returns the driver a project must install for a URL; undefined when it comes with the data
 * source.
 */
export function findDriver(url: string): Driver | undefined {
  return drivers.find(([scheme]) => scheme.test(url))?.[1]
}

/** Makes the file paths of a URL absolute, so that it is valid in every folder. */
export function anchorUrl(url: string, folder: string): string {
  const [, scheme, path = ''] = /^(sqlite|file):(?!\/|:memory:)(.*)$/i.exec(url) ?? []
  if (scheme === undefined) return url
  return `${scheme}:${encodeURI(resolve(folder, decodeURIComponent(path)))}`
}
