import { expect, it } from 'vitest'
import { toSafeLink } from './safe-link.js'

it.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['HTTP://example.com', 'http://example.com/'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ['tel:+33612345678', 'tel:+33612345678'],
  ['javascript:alert(1)', undefined],
  [' java\nscript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['file:///etc/passwd', undefined],
  ['example.com', undefined],
  ['', undefined],
])('%j links to %j', (text, link) => {
  expect(toSafeLink(text)).toBe(link)
})
