import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { findProgram } from './find-program.js'
import { startThrowAwayServer, type ThrowAwayServer } from './throw-away-server.js'

/** Starts a private MariaDB, or answers undefined when it is not installed. */
export async function startMariaDb(): Promise<ThrowAwayServer | undefined> {
  const sbin = findProgram('mariadbd', ['/usr/sbin'])
  const bin = findProgram('mariadb-install-db', ['/usr/bin'])
  if (!sbin || !bin) return undefined
  return startThrowAwayServer({
    name: 'mariadb',
    init: (dataDir, run) =>
      run(join(bin, 'mariadb-install-db'), [
        '--no-defaults',
        `--datadir=${join(dataDir, 'db')}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        `--tmpdir=${dataDir}`,
      ]),
    serve: (dataDir, port) => ({
      command: join(sbin, 'mariadbd'),
      args: [
        '--no-defaults',
        `--datadir=${join(dataDir, 'db')}`,
        `--socket=${join(dataDir, 'socket')}`,
        `--tmpdir=${dataDir}`,
        `--pid-file=${join(dataDir, 'pid')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--skip-name-resolve',
        '--innodb-flush-log-at-trx-commit=0',
        '--character-set-server=utf8mb4',
      ],
    }),
    url: port => `mysql://root@127.0.0.1:${port}/mysql`,
    async ping(url) {
      const connection = await createConnection(url)
      await connection.end()
    },
  })
}
