import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = dirname(fileURLToPath(import.meta.url))

/** The files of the panel that contain something, tests left out. */
function findFiles(pattern: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(path => pattern.test(readFileSync(path, 'utf8')))
    .map(path => relative(folder, path))
}

it('what pages on plain http addresses lack is used where there is another way', () => {
  const missing =
    /\bnavigator\.(?:clipboard|credentials|geolocation|locks|mediaDevices|serviceWorker|share|storage|wakeLock)\b|\bcrypto\.(?:subtle|randomUUID)\b|\bcaches\.|\bshow(?:Save|Open)FilePicker\b/
  expect(findFiles(missing)).toEqual(['data/lead-tab.ts', 'ui/copy-text.ts'])
})

it('code is loaded by lazyPart, which waits for a service that is away', () => {
  expect(findFiles(/(?<![\w.])(?:lazy|lazyRouteComponent)\(/)).toEqual(['ui/lazy-part.tsx'])
})

it('moments are shown in the time zone of the person, and all in one way', () => {
  const otherFormats = /\b(?:format\.dateTime\(|timeStyle|toLocaleTimeString|toLocaleString)/
  // Only the name of a weekday.
  expect(findFiles(otherFormats)).toEqual(['features/settings/profile/preferences-section.tsx'])
})
