import { expect, it } from 'vitest'
import { copyCell, writeEscapedText, writeText } from './write-cells.js'
import { writeLines } from './write-lines.js'

const lines = (text: string, length: number, writers = [copyCell, writeEscapedText]) => {
  const bytes = writeLines(text, length, writers)
  return bytes && Buffer.from(bytes).toString()
}

it('writes values as cells and rows as lines', () => {
  expect(lines('1\x1fa\x1e2\x1f=b\x1e3\x1f', 3)).toBe("1,a\n2,'=b\n3,\n")
  expect(lines('', 0)).toBe('')
  expect(lines('', 1, [writeText])).toBe('\n')
})

it('has room for cells of quotes only', () => {
  const quotes = '"'.repeat(10_000)
  expect(lines(`1\x1f${quotes}`, 1)).toBe(`1,"${quotes}${quotes}"\n`)
})

it.each([
  ['a value separator', '1\x1fa\x1fb\x1e2\x1fc', 2],
  ['a row separator', '1\x1fa\x1eb\x1e2\x1fc', 2],
  ['what looks like another row', '1\x1fa\x1e9\x1fb\x1e2\x1fc', 2],
  ['nothing where a value is missing', '1\x1e2\x1fc', 2],
  ['fewer rows than there are', '1\x1fa', 2],
])('writes nothing when a value contains %s', (_name, text, length) => {
  expect(lines(text, length)).toBeUndefined()
})
