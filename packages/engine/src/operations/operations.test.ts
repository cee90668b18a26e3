import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operations } from './index.js'
import { operationNames } from './operation-names.js'

const here = new URL('.', import.meta.url)
const docs = new URL('../../../../docs/customize/', import.meta.url)
const table = readFileSync(new URL('README.md', docs), 'utf8')

const folders = readdirSync(here, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)

/** Operations that change what may be requested, so no plan shows them. */
const withoutPlan = [
  'disable-count',
  'disable-field-sorting',
  'disable-search',
  'set-field-nullable',
]

const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

it('every operation has a folder of its name, and every folder an operation', () => {
  expect(folders).toEqual(operations.map(({ name }) => kebab(name)).sort())
})

it('every method of the chain has an operation', () => {
  const known = operations.map(({ name }) => name)
  expect([...operationNames, 'removeCollection'].sort()).toEqual(known.sort())
})

describe.each(folders)('%s', folder => {
  const file = (ending: string) => new URL(`${folder}/${folder}${ending}`, here)
  const tests = readFileSync(file('.test.ts'), 'utf8')

  it('is tested with what it refuses', () => {
    expect(tests).toMatch(/\brejects\b|toThrow/)
  })

  it('shows its plan, if it has one', () => {
    const isShown = /toMatchInlineSnapshot\(`\s*"(list|create|update|delete) /.test(tests)
    expect(isShown).toBe(!withoutPlan.includes(folder))
  })

  it('has a type test of right calls and wrong ones', () => {
    expect(readFileSync(file('.test-d.ts'), 'utf8')).toContain('@ts-expect-error')
  })

  it('has a page that the table of operations leads to', () => {
    const name = camel(folder)
    const page = new RegExp(`^\\| \\[\`${name}\`\\]\\(([^)#]+)`, 'm').exec(table)?.[1]
    expect(page).toBeDefined()
    const url = new URL(page!, docs)
    expect(existsSync(url)).toBe(true)
    expect(readFileSync(url, 'utf8')).toContain(name)
  })
})
