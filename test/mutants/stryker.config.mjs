import { parts } from './parts.mjs'

const name = process.env.MUTANTS_PART
const { mutate, vitest } = parts[name]

export default {
  testRunner: 'warm',
  warm: { configFile: `test/mutants/${vitest}` },
  plugins: ['./test/mutants/warm-runner.mjs', './test/mutants/ignore-messages.mjs'],
  ignorers: ['messages'],
  mutate: [mutate, '!**/*.test.ts'],
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTANTS_WORKERS ?? 2),
  dryRunTimeoutMinutes: 30,
  timeoutMS: 60_000,
  timeoutFactor: 4,
  testRunnerNodeArgs: ['--liftoff-only'],
  ignorePatterns: ['build', '**/dist', '.cache'],
  incremental: true,
  incrementalFile: `.cache/mutants/${name}.json`,
  reporters: ['survivors', 'clear-text', 'json'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: `build/mutants/${name}.json` },
  tempDirName: `build/mutants/sandbox-${name}`,
  disableTypeChecks: false,
  warnings: { unknownOptions: false },
}
