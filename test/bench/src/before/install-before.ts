import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installOurs } from '../ours/install-ours.js'

const execute = promisify(execFile)
const COMPILER = 'node_modules/typescript7/bin/tsc'

/** Builds an earlier version in its checkout and bundles its packages. */
export async function installBefore(root: string, progress: (text: string) => void): Promise<void> {
  if (!existsSync(join(root, COMPILER))) {
    throw new Error(`--before: '${root}' is no checkout in which npm ci was run.`)
  }
  progress(`building ${root}`)
  await execute(process.execPath, [COMPILER, '-b', 'test/bench'], { cwd: root }).catch(error => {
    throw new Error(`--before: '${root}' could not be built:\n${error.stdout || error.message}`)
  })
  await installOurs(root, progress)
}
