import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UpgradeFixture } from './upgrade-fixtures.js'

/**
 * Writes the program of an earlier version to a file that can be started: as deep as the present one, so that it finds
 * the package and the dependencies of the service.
 */
export async function writeProgram(fixture: UpgradeFixture): Promise<string> {
  const code = fixture.readProgram()
  if (code === undefined) throw new Error(`${fixture.version} has no program.`)
  const path = new URL(`../../dist/one-file/${fixture.version}.js`, import.meta.url)
  const file = fileURLToPath(path)
  await mkdir(dirname(file), { recursive: true })
  // Another run may be starting the file: it is replaced, never half written.
  await writeFile(`${file}.${process.pid}`, code)
  await rename(`${file}.${process.pid}`, file)
  return file
}
