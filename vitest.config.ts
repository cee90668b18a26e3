import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { aliases } from './test/setup/aliases.js'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A worker loads the packages once, not anew for each file: what a file changes, it puts back. */
const project = (name: string, include: string[], options: object = {}) => ({
  resolve: { alias: aliases },
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**'],
    isolate: false,
    setupFiles: folder('test/setup/seed-fast-check.ts'),
    ...options,
  },
})

/** Embedded databases are opened often and never for long: their code is ready sooner when it is not optimised. */
const withQuickEmbedded = { execArgv: ['--liftoff-only'] }

const withPrograms = { ...withQuickEmbedded, globalSetup: folder('test/setup/build.ts') }

const withServers = {
  ...withQuickEmbedded,
  globalSetup: [folder('test/setup/build.ts'), folder('test/setup/servers.ts')],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** Tests that copy a database of the service. */
const withServiceDatabases = {
  ...withServers,
  globalSetup: [...withServers.globalSetup, folder('test/setup/service-templates.ts')],
}

export default defineConfig({
  test: {
    reporters: ['default', './test/setup/summary-reporter.ts'],
    // Suites wait for databases and processes most of the time.
    maxWorkers: 2,
    projects: [
      {
        ...project('unit', ['packages/*/src/**/*.test.ts', 'apps/panel/src/**/*.test.ts'], {
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.db.test.ts'],
          ...withPrograms,
        }),
      },
      project('database', ['packages/*/src/**/*.db.test.ts'], withServers),
      project('service', ['apps/service/src/**/*.test.ts'], {
        ...withServiceDatabases,
        globalSetup: [...withServiceDatabases.globalSetup, folder('test/setup/bundle-service.ts')],
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.fuzz.test.ts'],
      }),
      project(
        'fuzz',
        ['test/fuzz/src/**/*.test.ts', '{apps/*,test/e2e}/src/**/*.fuzz.test.ts'],
        withServiceDatabases,
      ),
      project('system', ['test/e2e/src/**/*.test.ts', 'examples/*/src/**/*.test.ts'], {
        ...withServiceDatabases,
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.fuzz.test.ts'],
      }),
      project('panel', ['test/panel/src/**/*.test.ts'], {
        ...withServiceDatabases,
        globalSetup: [
          folder('test/setup/build.ts'),
          folder('test/setup/service-templates.ts'),
          folder('test/setup/panel.ts'),
        ],
      }),
    ],
  },
})
