import { describe, expect, it } from 'vitest'
import { joinAddress, splitAddress } from './address-lines.js'
import { formatCountry } from './format-country.js'
import { readHtmlText } from './html-text.js'
import { buildMapLink, formatPoint, guessPointKind, readPoint } from './point.js'
import { listLostParts, toHtml } from './rich-text.js'

describe('points', () => {
  it.each([
    ['48.8566, 2.3522', [2.3522, 48.8566]],
    ['(48.8566;-2.3522)', [-2.3522, 48.8566]],
    ['48.8566° 2.3522°', [2.3522, 48.8566]],
    [
      [1.5, '2'],
      [1.5, 2],
    ],
    ['48.8566', undefined],
    ['a, b', undefined],
    [[1, 2, 3], undefined],
    [12, undefined],
    ['', undefined],
  ])('read %j as %j: x is the longitude', (value, point) => {
    expect(readPoint(value)).toEqual(point)
  })

  it('that are no places are written as they are stored', () => {
    expect(readPoint('1, 2', 'plain')).toEqual([1, 2])
    expect(formatPoint([1, 2], 'plain')).toBe('1, 2')
    expect(formatPoint([1, 2], 'earth')).toBe('2, 1')
  })

  it('are places by the name of their field', () => {
    expect(['Location', 'store_position', 'GPS'].map(guessPointKind)).not.toContain('plain')
    expect(['A point', 'Corner', 'Replacement'].map(guessPointKind)).not.toContain('earth')
  })

  it('lead to a map only on the earth', () => {
    expect(buildMapLink([0, 91])).toBeUndefined()
    expect(buildMapLink([2, 48.5])).toContain('mlat=48.5&mlon=2')
  })
})

describe('readHtmlText', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', 'Hello you'],
    ['<script>alert(1)</script>1 &lt; 2 &amp; &#233;', 'alert(1) 1 < 2 & é'],
    ['a < b', 'a'],
    ['plain', 'plain'],
    ['&unknown; &#0;', '&unknown; &#0;'],
    ['<img src=x onerror="', ''],
  ])('reads %j as %j', (html, text) => {
    expect(readHtmlText(html)).toBe(text)
  })

  it('is quick with megabytes', () => {
    expect(readHtmlText('<'.repeat(5_000_000))).toBe('')
  })
})

describe('formatCountry', () => {
  it.each([
    ['fr', 'France'],
    ['DE', 'Germany'],
    ['France', 'France'],
    ['', ''],
    ['zz', 'Unknown Region'],
    ['x1', 'x1'],
  ])('writes %j as %j', (value, text) => {
    expect(formatCountry(value, 'en')).toBe(text)
  })
})

describe('splitAddress', () => {
  it('has a line for each part, and joins them as they were', () => {
    expect(splitAddress('1 Rue X, 69001 Lyon,France')).toEqual(['1 Rue X', '69001 Lyon', 'France'])
    expect(splitAddress('1 Rue X, left\nLyon')).toEqual(['1 Rue X, left', 'Lyon'])
    expect(joinAddress('1 Rue X\nLyon', '1 Rue X, Paris')).toBe('1 Rue X, Lyon')
    expect(joinAddress('1 Rue X, left\n', '')).toBe('1 Rue X, left')
    expect(joinAddress('1 Rue X\nLyon', '1 Rue X\nParis')).toBe('1 Rue X\nLyon')
  })
})

describe('rich text', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', []],
    ['<table class="x"><tr><td>1</td></tr></table>', ['table', 'tr', 'td', 'class']],
    ['<IMG src=x>', ['img']],
    ['a < b', []],
  ])('tells what the editor would lose of %j', (html, lost) => {
    expect(listLostParts(html)).toEqual(lost)
  })

  it('keeps the lines of plain text, and no sign of it becomes a tag', () => {
    expect(toHtml('a\n1 < 2 & 3')).toBe('<p>a</p><p>1 &lt; 2 &amp; 3</p>')
    expect(toHtml('a &amp; b')).toBe('<p>a &amp; b</p>')
    expect(toHtml('<b>a</b>\nb')).toBe('<b>a</b>\nb')
  })
})
