import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { routes } from './index.js'

const page = readFileSync(
  new URL('../../../../docs/reference/http-api.md', import.meta.url),
  'utf8',
)
const shortNames: Readonly<Record<string, string>> = { collection: 'c', relation: 'r' }

function formatPath(path: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => `{${shortNames[name] ?? name}}`)
}

// The page shows action routes with the index; `useUnsafeActionEndpoint` leaves it out.
const documented = routes
  .filter(({ path }) => !path.startsWith('/_actions/') || path.includes(':index'))
  .map(({ method, path }) => `\`${method} ${formatPath(path)}\``)

it.each(documented)('docs/reference/http-api.md lists %s', route => {
  expect(page).toContain(route)
})
