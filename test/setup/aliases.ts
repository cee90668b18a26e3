import { fileURLToPath } from 'node:url'

const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Services of tests hash passwords in a fraction of the time. */
export const quickPasswordCost = {
  find: /^\.\/password-cost\.js$/,
  replacement: folder('apps/service/src/testing/quick-password-cost.ts'),
}

/** Imports of sources in place of builds, for tests of code that is changed on the way. */
export const aliases = [
  { find: /^@service\/test-support$/, replacement: folder('test/support/src/index.ts') },
  { find: /^@service\/test-support\/(agent|shop)$/, replacement: folder('test/support/src/$1.ts') },
  { find: /^@service\/([^/]+)\/testing$/, replacement: folder('packages/$1/src/testing/index.ts') },
  { find: /^@service\/service\/(cli|choices)$/, replacement: folder('apps/service/src/$1.ts') },
  quickPasswordCost,
  { find: /^@service\/([^/]+)$/, replacement: folder('packages/$1/src/index.ts') },
]
