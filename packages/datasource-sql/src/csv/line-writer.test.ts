import { expect, it } from 'vitest'
import { LineWriter, readTexts } from './line-writer.js'
import {
  copyCell,
  type WriteCell,
  withoutPadding,
  writeEscapedText,
  writeText,
} from './write-cells.js'

/** A row as PostgreSQL sends it. */
function encodeRow(cells: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeInt16BE(cells.length)
  const parts = cells.map(cell => {
    const text = Buffer.from(cell ?? '')
    const length = Buffer.alloc(4)
    length.writeInt32BE(cell === null ? -1 : text.length)
    return Buffer.concat([length, text])
  })
  return Buffer.concat([count, ...parts])
}

function write(
  rows: readonly (readonly (string | null)[])[],
  writers: readonly WriteCell[] = [copyCell, writeEscapedText],
) {
  const pieces: { readonly text: string; readonly length: number }[] = []
  const writer = new LineWriter(writers, ({ bytes, length }) => {
    pieces.push({ text: Buffer.from(bytes).toString(), length })
  })
  for (const row of rows) {
    const bytes = encodeRow(row)
    writer.add(bytes, 0, bytes.length)
  }
  writer.flush()
  return { pieces, text: pieces.map(({ text }) => text).join(''), length: writer.length }
}

it('writes values as cells and rows as lines', () => {
  const rows = [
    ['1', 'a'],
    ['2', '=b'],
    ['3', ''],
    ['4', null],
    ['5', '-1,"2"'],
    ['é', '\n'],
  ]
  expect(write(rows).text).toBe('1,a\n2,\'=b\n3,\n4,\n5,"\'-1,""2"""\né,"\'\n"\n')
  expect(write([]).pieces).toEqual([])
  expect(write([['']], [writeText]).text).toBe('\n')
})

it('leaves out cells without a writer', () => {
  expect(write([['1', 'a', '7']]).text).toBe('1,a\n')
})

it('leaves out padding, before it looks for a formula', () => {
  const rows = [['ab  '], ['    '], [' = '], ['-   ']]
  expect(write(rows, [withoutPadding(writeEscapedText)]).text).toBe("ab\n\n =\n'-\n")
})

it('passes lines on in pieces, and has room for any row', () => {
  const quotes = '"'.repeat(200_000)
  const rows = Array.from({ length: 3000 }, (_, index) => [
    String(index),
    index === 1500 ? quotes : 'text',
  ])
  const { pieces, text, length } = write(rows)
  const expected = rows.map(
    ([id, value]) => `${id},${value === quotes ? `"${quotes}${quotes}"` : value}\n`,
  )
  expect(text).toBe(expected.join(''))
  expect(length).toBe(3000)
  expect(pieces.length).toBeGreaterThan(2)
  for (const piece of pieces) expect(piece.text.split('\n').length - 1).toBe(piece.length)
})

it('reads texts of a row', () => {
  expect(readTexts(encodeRow(['1', null, 'é']), 0, [2, 1, 0])).toEqual(['é', null, '1'])
})
