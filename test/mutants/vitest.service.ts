import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { aliases } from '../setup/aliases.js'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The tests of the service that ask who calls, and refuse. */
export default defineConfig({
  resolve: { alias: aliases },
  test: {
    include: [
      'apps/service/src/http/**/*.test.ts',
      'apps/service/src/conformance/refusals.test.ts',
      'apps/service/src/features/{agent-api,environments,ip-rules,oauth,personal-tokens,sessions,sso,tokens}/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/*.fuzz.test.ts'],
    isolate: false,
    globalSetup: [file('postgres.ts'), file('../setup/service-templates.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
