import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { routes } from '../../app.js'

const page = readFileSync(
  new URL('../../../../../docs/reference/service-routes.md', import.meta.url),
  'utf8',
)

it('docs/reference/service-routes.md lists every route and no other', () => {
  const listed = [...page.matchAll(/^\| `([A-Z]+ [^`]+)` \|/gm)].map(([, route]) => route)
  const served = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(listed.sort()).toEqual(served.sort())
})
