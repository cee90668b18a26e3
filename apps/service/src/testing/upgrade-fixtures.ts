import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** What a released version wrote: see scripts/make-upgrade-fixture.mjs. */
export interface UpgradeFixture {
  readonly version: string
  /** SERVICE_SECRET of the service that wrote it. */
  readonly secret: string
  readonly credentials: {
    readonly email: string
    readonly password: string
    /** The value of the session cookie. */
    readonly session: string
    readonly apiToken: string
    readonly personalToken: string
    readonly environmentSecret: string
  }
  /** The migrations that had been run, and the checksum of each. */
  readonly migrations: Readonly<Record<string, string>>
  readonly backupFile: string
  /** The statements that make the database. */
  readDatabase(): string
  /** The code of the service of that version, which only the last ones have. */
  readProgram(): string | undefined
}

const folder = fileURLToPath(new URL('../../fixtures/upgrades', import.meta.url))

/** Every fixture, the oldest version first. */
export const upgradeFixtures: readonly UpgradeFixture[] = readdirSync(folder)
  .map(readFixture)
  .sort((a, b) => compareVersions(a.version, b.version))

function readFixture(name: string): UpgradeFixture {
  const file = (part: string) => join(folder, name, part)
  return {
    ...JSON.parse(readFileSync(file('fixture.json'), 'utf8')),
    backupFile: file('backup.ndjson.gz'),
    readDatabase: () => gunzipSync(readFileSync(file('database.sql.gz'))).toString('utf8'),
    readProgram() {
      const program = file('program.mjs.br')
      if (!existsSync(program)) return undefined
      return brotliDecompressSync(readFileSync(program)).toString('utf8')
    },
  }
}

/** A version before its release, such as `1.90.0-dev.23`, comes before it. */
export function compareVersions(a: string, b: string): number {
  const [[releaseA = '', beforeA = ''], [releaseB = '', beforeB = '']] = [split(a), split(b)]
  if (releaseA !== releaseB) return releaseA.localeCompare(releaseB, 'en', { numeric: true })
  if (beforeA === '' || beforeB === '') return Number(beforeA === '') - Number(beforeB === '')
  return beforeA.localeCompare(beforeB, 'en', { numeric: true })
}

function split(version: string): readonly string[] {
  return version.split(/-(.*)/)
}

/** Whether a version was never released, so that its migrations could still change. */
export const isBeforeRelease = ({ version }: UpgradeFixture): boolean => version.includes('-')
