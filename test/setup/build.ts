import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { share } from './share.js'

/** What tests import, and start as processes of their own. */
const built = [
  ...readdirSync('packages').map(name => `packages/${name}`),
  'apps/service',
  'apps/cli',
  'examples/store',
  'examples/siem-tail',
  'test/e2e',
]

/**
 * Builds what tests run, once per run; what is up to date costs nothing. Types are checked by `npm run check`: it takes
 * longer than the build.
 */
export default async function build(): Promise<() => Promise<void>> {
  const { release: letGo } = await share('build', compile, async () => {})
  return letGo
}

async function compile(): Promise<void> {
  const compiler = 'node_modules/typescript7/bin/tsc'
  await promisify(execFile)(process.execPath, [compiler, '-b', '--noCheck', ...built]).catch(
    error => {
      throw new Error(`The build failed, so there is nothing to test:\n${error.stdout}`)
    },
  )
}
