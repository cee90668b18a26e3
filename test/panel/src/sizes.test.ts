import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { describePanel, test } from './support/panel-test.js'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const site = fileURLToPath(new URL('../../../apps/panel/dist/site/', import.meta.url))
const KB = 1000
/** Chunks that are loaded for one purpose and are larger than the others may be. */
const EDITORS = /^assets\/(code-editor|rich-text)-/

/** A suite of the panel because these build it. */
describePanel('the size of the panel', () => {
  const readChunks = (): Readonly<Record<string, Chunk>> =>
    JSON.parse(readFileSync(`${site}manifest.json`, 'utf8'))
  const measure = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(site + file)).length, 0)

  /** A chunk and what it imports, directly or not. */
  const collect = (chunks: Readonly<Record<string, Chunk>>, key: string, known: Set<string>) => {
    if (known.has(key)) return known
    known.add(key)
    for (const imported of chunks[key]?.imports ?? []) collect(chunks, imported, known)
    return known
  }

  test('is at most 200 kB of scripts and 20 kB of styles before the first screen', () => {
    const chunks = readChunks()
    const known = new Set<string>()
    for (const key of Object.keys(chunks)) if (chunks[key]?.isEntry) collect(chunks, key, known)
    const first = [...known].flatMap(key => chunks[key] ?? [])
    expect(measure(new Set(first.map(({ file }) => file)))).toBeLessThanOrEqual(200 * KB)
    expect(measure(new Set(first.flatMap(({ css = [] }) => css)))).toBeLessThanOrEqual(20 * KB)
  })

  test('is at most 80 kB for every other part, 150 kB for editors', () => {
    const chunks = Object.values(readChunks())
    const scripts = chunks.filter(({ file, isEntry }) => file.endsWith('.js') && !isEntry)
    const large = scripts.filter(
      ({ file }) => measure([file]) > (EDITORS.test(file) ? 150 : 80) * KB,
    )
    expect(large.map(({ file }) => file)).toEqual([])
  })
})
