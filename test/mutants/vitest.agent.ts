import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { aliases } from '../setup/aliases.js'

/** The quick tests that meet each part, its own first. */
const tests: Readonly<Record<string, readonly string[]>> = {
  gateway: [
    'gateway/*',
    'charts/*',
    'routes/{action-conditions,approvals,authentication,caller,code-charts,imported-writes,stats}',
  ],
  actions: [
    'actions/*',
    'routes/{action-conditions,action-forms,actions,approvals,unproven-keys.sql}',
  ],
  query: [
    'query/*',
    'gateway/field-rights',
    'routes/{csv,list,records,relation-names,relations,search-limit,unknown-names}',
  ],
}

export default defineConfig({
  resolve: { alias: aliases },
  test: {
    include: [
      ...(tests[process.env.MUTANTS_PART ?? ''] ?? []).map(
        path => `packages/agent/src/${path}.test.ts`,
      ),
      'packages/plugin-flattener/src/rights.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/*.db.test.ts'],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    runner: fileURLToPath(new URL('warm-worker.mjs', import.meta.url)),
  },
})
