import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { aliases } from '../setup/aliases.js'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The tests at the door of the service. */
export default defineConfig({
  resolve: {
    alias: [
      ...aliases,
      {
        find: /^[./]+\/(testing\/)?start-test-service\.js$/,
        replacement: file('kept-service.ts'),
      },
    ],
  },
  test: {
    include: [
      'apps/service/src/http/access/*.test.ts',
      'apps/service/src/features/ip-rules/ip-rules.test.ts',
    ],
    exclude: ['**/node_modules/**'],
    isolate: false,
    runner: file('warm-worker.mjs'),
    globalSetup: [file('postgres.ts'), file('../setup/service-templates.ts')],
    testTimeout: 10_000,
    hookTimeout: 60_000,
  },
})
