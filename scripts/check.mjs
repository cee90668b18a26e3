// `npm run check`: every static check, two at a time, one line each in the order of this list; prints the output of
// those that fail.
import { spawn } from 'node:child_process'
import { publishedPackages } from './published-packages.mjs'

const AT_ONCE = 2

const bin = name => `node_modules/.bin/${name}`

/** What is `after` another check reads what that one writes. */
const checks = [
  { name: 'types', command: [process.execPath, 'node_modules/typescript7/bin/tsc', '-b'] },
  {
    name: 'lint and format',
    command: [bin('biome'), 'ci', '--error-on-warnings', '--colors=off', '.'],
  },
  { name: 'import order', command: [process.execPath, 'scripts/check-imports.mjs'] },
  { name: 'repeated code', command: [process.execPath, 'scripts/check-duplicates.mjs'] },
  { name: 'docs match examples', command: [process.execPath, 'scripts/check-docs.mjs'] },
  { name: 'unused code', command: [bin('knip')] },
  {
    name: 'packages as published',
    command: [process.execPath, 'scripts/bundle-packages.mjs'],
    after: 'types',
  },
  {
    name: 'typed customizations',
    command: [process.execPath, 'scripts/check-typescript.mjs'],
    after: 'types',
  },
  {
    name: 'fields and files of packages',
    command: [process.execPath, 'scripts/check-packages.mjs'],
    after: 'packages as published',
  },
  ...publishedPackages().flatMap(({ folder }) => [
    {
      name: `package ${folder}`,
      command: [bin('publint'), '--strict', `build/packages/${folder}`],
      after: 'packages as published',
    },
    {
      name: `types of ${folder}`,
      command: [bin('attw'), '--pack', `build/packages/${folder}`, '--profile', 'esm-only'],
      after: 'packages as published',
    },
  ]),
]

const results = new Map()
const waiting = []
let running = 0

for (const { name, command, after } of checks) {
  const previous = results.get(after) ?? Promise.resolve()
  results.set(
    name,
    previous.then(() => runInTurn(command)),
  )
}

let failures = 0
for (const [name, result] of results) {
  const { ok, output } = await result
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}`)
  if (ok) continue
  failures++
  console.log(output)
}
process.exitCode = failures > 0 ? 1 : 0

async function runInTurn(command) {
  if (running === AT_ONCE) await new Promise(start => waiting.push(start))
  else running++
  const result = await run(command)
  const startNext = waiting.shift()
  if (startNext) startNext()
  else running--
  return result
}

function run([command, ...args]) {
  return new Promise(done => {
    let output = ''
    const child = spawn(command, args, { env: { ...process.env, FORCE_COLOR: '0' } })
    child.stdout.on('data', text => (output += text))
    child.stderr.on('data', text => (output += text))
    child.on('error', error => done({ ok: false, output: String(error) }))
    child.on('close', code => done({ ok: code === 0, output }))
  })
}
