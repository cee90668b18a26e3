import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { share } from './share.js'

/** What tests start as processes of their own. */
const programs = [
  'packages/audit-trail',
  'packages/embedded-database',
  'packages/forest-cloud',
  'apps/service',
  'examples/store',
  'examples/siem-tail',
]

/** Builds the programs that tests run as processes, once per run; what is up to date costs nothing. */
export default async function build(): Promise<() => Promise<void>> {
  const { release: letGo } = await share('build', compile, async () => {})
  return letGo
}

async function compile(): Promise<void> {
  const compiler = 'node_modules/typescript7/bin/tsc'
  await promisify(execFile)(process.execPath, [compiler, '-b', ...programs]).catch(error => {
    const message = `The build failed; processes run what there is:\n${error.stdout}`
    if (process.env.REQUIRE_ALL) throw new Error(message)
    console.warn(message)
  })
}
