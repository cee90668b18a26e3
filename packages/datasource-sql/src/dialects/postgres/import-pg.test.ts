import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const built = fileURLToPath(new URL('../../../dist/index.js', import.meta.url))

const program = `
const { createSqlDataSource } = await import(${JSON.stringify(built)})
const before = 'navigator' in globalThis
const url = 'postgres://nobody@127.0.0.1:1/none'
await createSqlDataSource(url)(() => {}, () => {}).catch(() => {})
const isFetchLoaded = process.moduleLoadList.some(name => name.includes('undici/undici'))
console.log(JSON.stringify({ isFetchLoaded, isKept: before === 'navigator' in globalThis }))
`

it('is imported without fetch, and leaves no global behind', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program])
  expect(JSON.parse(String(output))).toEqual({ isFetchLoaded: false, isKept: true })
})
