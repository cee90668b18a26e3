import { fileURLToPath } from 'node:url'

const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Tests import the sources of the packages, not their build. */
export const aliases = [
  { find: /^@service\/test-support$/, replacement: folder('test/support/src/index.ts') },
  { find: /^@service\/test-support\/(agent|shop)$/, replacement: folder('test/support/src/$1.ts') },
  { find: /^@service\/([^/]+)\/testing$/, replacement: folder('packages/$1/src/testing/index.ts') },
  { find: /^@service\/([^/]+)$/, replacement: folder('packages/$1/src/index.ts') },
]
