import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { aliases } from './test/setup/aliases.js'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const project = (name: string, include: string[], options: object = {}) => ({
  resolve: { alias: aliases },
  test: { name, include, exclude: ['**/node_modules/**', '**/dist/**'], ...options },
})

/** Embedded databases are opened often and never for long: their code is ready sooner when it is not optimised. */
const withQuickEmbedded = { execArgv: ['--liftoff-only'] }

/** Loading the packages anew for each file took a third of the time. What a file changes, it puts back. */
const withOneLoading = { isolate: false }

const withPrograms = { ...withQuickEmbedded, globalSetup: folder('test/setup/build.ts') }

const withServers = {
  ...withQuickEmbedded,
  globalSetup: [folder('test/setup/build.ts'), folder('test/setup/servers.ts')],
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** Tests that copy an embedded database. */
const withEmbedded = {
  ...withServers,
  globalSetup: [...withServers.globalSetup, folder('test/setup/embedded-template.ts')],
}

export default defineConfig({
  test: {
    reporters: ['default', './test/setup/summary-reporter.ts'],
    // Suites wait for databases and processes most of the time.
    maxWorkers: 2,
    projects: [
      {
        ...project('unit', ['packages/*/src/**/*.test.ts'], {
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.db.test.ts'],
          ...withPrograms,
          ...withOneLoading,
        }),
      },
      project('database', ['packages/*/src/**/*.db.test.ts'], {
        ...withServers,
        ...withOneLoading,
      }),
      project('service', ['apps/service/src/**/*.test.ts'], {
        ...withEmbedded,
        globalSetup: [...withEmbedded.globalSetup, folder('test/setup/bundle-service.ts')],
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.fuzz.test.ts'],
      }),
      project(
        'fuzz',
        ['test/fuzz/src/**/*.test.ts', '{apps/*,test/e2e}/src/**/*.fuzz.test.ts'],
        withEmbedded,
      ),
      project('system', ['test/e2e/src/**/*.test.ts', 'examples/*/src/**/*.test.ts'], {
        ...withServers,
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.fuzz.test.ts'],
      }),
    ],
  },
})
