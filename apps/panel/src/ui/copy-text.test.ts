import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('is the only place that writes to the clipboard: elsewhere a refusal would be forgotten', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const writing = files
    .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .filter(name => readFileSync(`${root}/${name}`, 'utf8').includes('navigator.clipboard'))
  expect(writing).toEqual(['ui/copy-text.ts'])
})
