import { resolve } from 'node:path'

/** The package that speaks to the databases of an address, and the versions of it that work. */
type Driver = readonly [name: string, range: string]

const drivers: readonly (readonly [scheme: RegExp, driver: Driver])[] = [
  [/^(postgres|postgresql|pg):/i, ['pg', '^8.16.0']],
  [/^(mysql|mysql2|mariadb):/i, ['mysql2', '^3.11.0']],
  [/^(sqlite|file):/i, ['libsql', '^0.5.0']],
  [/^(mssql|sqlserver|tedious):/i, ['tedious', '^19.0.0']],
]

/** The driver a project must install for an address; undefined when it comes with the datasource. */
export function driverOf(url: string): Driver | undefined {
  return drivers.find(([scheme]) => scheme.test(url))?.[1]
}

/** An address that means the same in every folder: paths of files become absolute. */
export function anchorUrl(url: string, folder: string): string {
  const [, scheme, path = ''] = /^(sqlite|file):(?!\/|:memory:)(.*)$/i.exec(url) ?? []
  if (scheme === undefined) return url
  return `${scheme}:${encodeURI(resolve(folder, decodeURIComponent(path)))}`
}
