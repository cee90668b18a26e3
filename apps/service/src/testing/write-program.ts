import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UpgradeFixture } from './upgrade-fixtures.js'

const programs = fileURLToPath(new URL('../../dist/programs', import.meta.url))

/**
 * Writes the program of an earlier version to a file that can be started. It finds its dependencies where the service
 * of today does, and a package with its version above it.
 */
export async function writeProgram(fixture: UpgradeFixture): Promise<string> {
  const code = fixture.readProgram()
  if (code === undefined) throw new Error(`${fixture.version} has no program.`)
  const folder = join(programs, fixture.version)
  const file = join(folder, 'dist/one-file/main.js')
  await mkdir(join(folder, 'dist/one-file'), { recursive: true })
  const description = JSON.stringify({ version: fixture.version, type: 'module' })
  await replaceFile(join(folder, 'package.json'), description)
  await replaceFile(join(folder, 'dist/package.json'), description)
  await replaceFile(file, code)
  return file
}

/** Another run may be starting the program: its files are never half written. */
async function replaceFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, content)
  await rename(draft, file)
}
