import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { benchDir, bundleProgram, oursDir } from '../servers/folders.js'

const execute = promisify(execFile)

/** Puts the packages as they are published beside our programs: what is measured is what users install. */
export async function installOurs(progress: (text: string) => void): Promise<void> {
  progress('bundling our packages')
  const packages = join(oursDir, 'node_modules', '@service')
  await execute(process.execPath, [bundleProgram, packages]).catch(error => {
    throw new Error(`Our packages could not be bundled:\n${error.stderr || error.message}`)
  })
  for (const part of ['dist', 'package.json']) {
    await cp(join(benchDir, part), join(oursDir, part), { recursive: true })
  }
}
