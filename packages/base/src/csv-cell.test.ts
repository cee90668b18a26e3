import { describe, expect, it } from 'vitest'
import { escapeFormula, quoteCell } from './csv-cell.js'

describe('quoteCell', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1', '=1'],
  ])('writes %j as %j', (text, cell) => {
    expect(quoteCell(text)).toBe(cell)
  })
})

describe('escapeFormula', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['1=1', '1=1'],
    ['=1', "'=1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@now', "'@now"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['=a,b', '"\'=a,b"'],
  ])('writes %j as %j', (text, cell) => {
    expect(escapeFormula(text)).toBe(cell)
  })
})
