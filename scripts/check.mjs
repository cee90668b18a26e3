// `npm run check`: every static check, one line each; prints the output of those that fail.
import { spawn } from 'node:child_process'
import { publishedPackages } from './published-packages.mjs'

const bin = name => `node_modules/.bin/${name}`

const checks = [
  ['types', process.execPath, 'node_modules/typescript7/bin/tsc', '-b'],
  ['typed customizations', process.execPath, 'scripts/check-typescript.mjs'],
  ['lint and format', bin('biome'), 'ci', '.'],
  ['import order', process.execPath, 'scripts/check-imports.mjs'],
  ['repeated code', process.execPath, 'scripts/check-duplicates.mjs'],
  ['docs match examples', process.execPath, 'scripts/check-docs.mjs'],
  ['unused code', bin('knip')],
  ['packages as published', process.execPath, 'scripts/bundle-packages.mjs'],
  ...publishedPackages().flatMap(({ folder }) => [
    [`package ${folder}`, bin('publint'), '--strict', `build/packages/${folder}`],
    [
      `types of ${folder}`,
      bin('attw'),
      ...['--pack', `build/packages/${folder}`, '--profile', 'esm-only'],
    ],
  ]),
]

function run([, command, ...args]) {
  return new Promise(done => {
    let output = ''
    const child = spawn(command, args, { env: { ...process.env, FORCE_COLOR: '0' } })
    child.stdout.on('data', text => (output += text))
    child.stderr.on('data', text => (output += text))
    child.on('error', error => done({ ok: false, output: String(error) }))
    child.on('close', code => done({ ok: code === 0, output }))
  })
}

let failures = 0
for (const check of checks) {
  const { ok, output } = await run(check)
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${check[0]}`)
  if (ok) continue
  failures++
  console.log(output)
}
process.exitCode = failures > 0 ? 1 : 0
