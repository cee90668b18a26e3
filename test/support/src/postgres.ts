import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findProgram } from './find-program.js'
import {
  type ServerRecipe,
  startThrowAwayServer,
  type ThrowAwayServer,
} from './throw-away-server.js'

const DEBIAN = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs, when the machine has them. */
function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
    : []
  return findProgram(
    'initdb',
    versions.map(version => join(DEBIAN, version, 'bin')),
  )
}

/**
 * Starts a private PostgreSQL (code-point collation), or answers undefined when it is not installed.
 * With `dataDir` its data are kept there for the next start.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  options: { readonly dataDir?: string } = {},
): Promise<ThrowAwayServer | undefined> {
  const bin = postgresPrograms()
  if (!bin) return undefined
  const all = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    ...settings,
  }
  const recipe: ServerRecipe = {
    name: 'postgres',
    init: (dataDir, run) =>
      run(join(bin, 'initdb'), [
        '-D',
        join(dataDir, 'db'),
        '-U',
        'test',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
      ]),
    serve: (dataDir, port) => ({
      command: join(bin, 'postgres'),
      args: [
        ...['-D', join(dataDir, 'db'), '-p', String(port), '-k', dataDir, '-h', '127.0.0.1'],
        ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
    }),
    // Killed, it leaves shared memory in /dev/shm.
    lastSignal: 'SIGQUIT',
    url: port => `postgres://test@127.0.0.1:${port}/postgres`,
    async ping(url) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.end()
    },
  }
  return startThrowAwayServer(recipe, options.dataDir)
}
