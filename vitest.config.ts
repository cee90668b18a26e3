import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { importBuild } from './test/setup/import-build.js'
import { keepTemporaryFilesInMemory } from './test/setup/temporary-files.js'
import TestOrder from './test/setup/test-order.js'
import { isLongRun } from './test/support/src/rounds.js'

keepTemporaryFilesInMemory()

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A test that hangs ends; how fast the machine is must not matter. */
const patient = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // One unsteady test of thousands stops no change. It is named at the end of the run, to be corrected.
  retry: isLongRun ? 1 : 0,
}

/** A worker loads the packages once, not anew for each file: what a file changes, it puts back. */
const project = (name: string, include: string[], options: object = {}) => ({
  plugins: [importBuild],
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**'],
    isolate: false,
    server: { deps: { external: [/\/(packages|apps|test)\/[^/]+\/dist\//] } },
    setupFiles: [folder('test/setup/seed-fast-check.ts')],
    ...patient,
    ...options,
  },
})

/** Embedded databases are opened often and never for long: their code is ready sooner when it is not optimised. */
const withQuickEmbedded = { execArgv: ['--liftoff-only'] }

const withPrograms = { ...withQuickEmbedded, globalSetup: folder('test/setup/build.ts') }

const withServers = {
  ...withQuickEmbedded,
  globalSetup: [folder('test/setup/build-and-servers.ts')],
}

/** Tests that start the service, on copies of a database. */
const withService = {
  ...withServers,
  globalSetup: [...withServers.globalSetup, folder('test/setup/service.ts')],
  setupFiles: [folder('test/setup/seed-fast-check.ts'), folder('test/setup/quick-passwords.ts')],
}

export default defineConfig({
  test: {
    reporters: ['default', './test/setup/summary-reporter.ts'],
    // Suites wait for databases, processes and pages much of the time: three keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: TestOrder },
    projects: [
      // Its set-ups prepare everything side by side, for the others too, so it is the first of them.
      project('panel', ['test/panel/src/**/*.test.ts'], {
        ...withQuickEmbedded,
        globalSetup: [
          ...withServers.globalSetup,
          folder('test/setup/service-and-panel.ts'),
          folder('test/setup/panel.ts'),
        ],
        // After the others: pages that wait for a busy machine prove nothing about the panel.
        sequence: { groupOrder: 1 },
      }),
      {
        ...project('unit', ['packages/*/src/**/*.test.ts', 'apps/panel/{build,src}/**/*.test.ts'], {
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.db.test.ts'],
          ...withPrograms,
        }),
      },
      project('database', ['packages/*/src/**/*.db.test.ts'], withServers),
      project('service', ['apps/{service,cli}/src/**/*.test.ts'], {
        ...withService,
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.fuzz.test.ts'],
      }),
      project(
        'fuzz',
        ['test/fuzz/src/**/*.test.ts', '{apps/*,test/e2e}/src/**/*.fuzz.test.ts'],
        withService,
      ),
      project('system', ['test/e2e/src/**/*.test.ts', 'examples/*/src/**/*.test.ts'], {
        ...withService,
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.fuzz.test.ts'],
      }),
    ],
  },
})
