import { describe, expect, it } from 'vitest'
import { nestsDeeper } from './nests-deeper.js'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('nestsDeeper', () => {
  it.each([
    '[[[]]]',
    '[{"a":[]}]',
    '[[[]],[[]],[[]]]',
    '"[[[[[[["',
    '{"\\"[[[[[":"[[[\\\\"}',
    '[[["\\\\"]]]',
  ])('lets %s pass', text => {
    expect(nestsDeeper(bytes(text), 3)).toBe(false)
  })

  it.each(['[[[[', '[[[[]]]]', '[{"a":[{}]}]', '[[["\\\\"]],[[[1]]]]'])('finds %s', text => {
    expect(nestsDeeper(bytes(text), 3)).toBe(true)
  })
})
