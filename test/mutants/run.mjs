import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const parts = process.argv.slice(2)
for (const part of parts) {
  if (part !== 'agent' && part !== 'service') {
    console.error(`Unknown part '${part}': choose 'agent' or 'service', or name none for both.`)
    process.exit(2)
  }
}
run('npm', ['ci', '--no-audit', '--no-fund', '--prefix', here])
for (const part of parts.length > 0 ? parts : ['agent', 'service']) {
  run(process.execPath, [
    `${here}node_modules/@stryker-mutator/core/bin/stryker.js`,
    'run',
    `${here}${part}.json`,
  ])
}
