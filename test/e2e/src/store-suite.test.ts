import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { copyEmbeddedData, isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const suite = 'examples/store/tests'
const files = readdirSync(root + suite).filter(name => name.endsWith('.test.js'))

interface Outcome {
  readonly passed: number
  readonly failed: number
}

interface Runner {
  readonly name: string
  readonly args: readonly string[]
  /** Reads how many tests ran from what the runner prints. */
  readonly read: (output: string) => Outcome
}

const parseCount = (output: string, pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0)

const runners: readonly Runner[] = [
  {
    name: 'node:test',
    args: ['--liftoff-only', '--test', '--test-reporter=tap', `${suite}/`],
    read: output => ({
      passed: parseCount(output, /^# pass (\d+)$/m),
      failed: parseCount(output, /^# fail (\d+)$/m),
    }),
  },
  {
    name: 'jest',
    args: [
      '--liftoff-only',
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      '--config',
      `${suite}/jest.config.js`,
      '--json',
      '--silent=true',
    ],
    read: output => {
      const { numPassedTests, numFailedTests } = JSON.parse(output.slice(output.indexOf('{')))
      return { passed: numPassedTests, failed: numFailedTests }
    },
  },
  {
    name: 'vitest',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      `${suite}/vitest.config.js`,
      '--reporter=json',
      '--silent=true',
    ],
    read: output => {
      const { numPassedTests, numFailedTests } = JSON.parse(output.slice(output.indexOf('{')))
      return { passed: numPassedTests, failed: numFailedTests }
    },
  },
]

/** Without what tells a process that a runner started it: each shall find out by itself. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|JEST|NODE_TEST_CONTEXT|NODE_OPTIONS|NODE_V8)/.test(name),
  )
  return { ...Object.fromEntries(own), NODE_ENV: 'test', FORCE_COLOR: '0' }
}

/** A filled shop: copying it is much quicker than making one for each file of the suite. */
async function makeTemplate(folder: string): Promise<void> {
  const store = `${root}examples/store/dist`
  const { openDatabase } = await import(`${store}/database.js`)
  const { openWarehouse } = await import(`${store}/warehouse.js`)
  await openWarehouse(folder)
  await (await openDatabase(folder)).close()
}

let template: string
const { STORE_TEMPLATE, SERVICE_SERVER_URL } = process.env

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'store-template-'))
  copyEmbeddedData(join(inject('embeddedTemplates'), 'empty', 'database'), join(template, 'store'))
  await makeTemplate(template)
  process.env.STORE_TEMPLATE = template
})

afterAll(async () => {
  for (const [name, value] of Object.entries({ STORE_TEMPLATE, SERVICE_SERVER_URL })) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  await rm(template, { recursive: true, force: true })
})

// Outside of long runs the suite runs here: a process loads the packages again for each of its files.
if (!isLongRun) {
  for (const name of files) await import(`${root}${suite}/${name}`)
}

describe.runIf(isLongRun)("the shop's own suite", () => {
  let tests: number

  it.each(runners)(
    'passes in $name',
    async ({ args, read }) => {
      const { stdout } = await run(process.execPath, [...args], {
        cwd: root,
        env: environment(),
        maxBuffer: 32 * 1024 * 1024,
      }).catch((error: Error & { stdout: string; stderr: string }) => {
        throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`)
      })
      const { passed, failed } = read(stdout)
      expect(failed).toBe(0)
      expect(passed).toBeGreaterThan(files.length)
      tests ??= passed
      expect(passed).toBe(tests)
    },
    300_000,
  )
})
