import { defineConfig } from 'vitest/config'
import { aliases } from '../setup/aliases.js'

/** The tests that meet the gateway, actions and queries of the agent, without those that take long for other reasons. */
export default defineConfig({
  resolve: { alias: aliases },
  test: {
    include: ['packages/agent/src/{gateway,query,actions,routes}/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '**/*.db.test.ts',
      '**/*.sql.test.ts',
      '**/{action-results,collection-names,column-names}.test.ts',
    ],
    isolate: false,
  },
})
