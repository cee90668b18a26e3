import { isLongRun } from '@service/test-support'
import {
  mariadb,
  memory,
  mongo,
  pglite,
  postgres,
  type SourceKind,
  sqlite,
} from './differential-sources.js'

/** The addresses of the servers; undefined where one is not installed. */
interface ServerUrls {
  readonly postgresUrl: string | undefined
  readonly mariadbUrl: string | undefined
  readonly mongoUrl: string | undefined
}

type Starter = readonly [string, (() => SourceKind | Promise<SourceKind>) | undefined]

/**
 * Every kind of source by its name; undefined where its server is not installed. PGlite has the
 * dialect of PostgreSQL: where that is installed, only the long rounds open both.
 */
export function listSourceStarters(urls: ServerUrls): readonly Starter[] {
  const { postgresUrl, mariadbUrl, mongoUrl } = urls
  return [
    ['memory', memory],
    ['SQLite', sqlite],
    ...(isLongRun || !postgresUrl ? [['PGlite', pglite] as const] : []),
    ['PostgreSQL', postgresUrl ? () => postgres(postgresUrl) : undefined],
    ['MariaDB', mariadbUrl ? () => mariadb(mariadbUrl) : undefined],
    ['MongoDB', mongoUrl ? () => mongo(mongoUrl) : undefined],
  ]
}
