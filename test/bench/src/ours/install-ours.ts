import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/**
 * Puts the packages of a checkout, as they are published, beside its programs: what is measured is what
 * users install.
 */
export async function installOurs(root: string, progress: (text: string) => void): Promise<void> {
  progress('bundling our packages')
  const target = join(root, 'build/bench')
  const packages = join(target, 'node_modules', '@service')
  const program = join(root, 'scripts/bundle-packages.mjs')
  await execute(process.execPath, [program, packages]).catch(error => {
    throw new Error(`Our packages could not be bundled:\n${error.stderr || error.message}`)
  })
  for (const part of ['dist', 'package.json']) {
    await cp(join(root, 'test/bench', part), join(target, part), { recursive: true })
  }
}
