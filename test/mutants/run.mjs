import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parts } from './parts.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

function run(program, args, env = {}) {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exit(status ?? 1)
}

const chosen = process.argv.slice(2)
const names = Object.keys(parts)
for (const name of chosen) {
  if (!names.includes(name)) {
    console.error(`Unknown part '${name}': choose of ${names.join(', ')}, or name none for all.`)
    process.exit(2)
  }
}
// The vitest of the repository is the one to use.
run('npm', ['ci', '--no-audit', '--no-fund', '--legacy-peer-deps', '--prefix', here])
for (const name of chosen.length > 0 ? chosen : names) {
  run(
    process.execPath,
    [
      `${here}node_modules/@stryker-mutator/core/bin/stryker.js`,
      'run',
      `${here}stryker.config.mjs`,
    ],
    { MUTANTS_PART: name },
  )
}
