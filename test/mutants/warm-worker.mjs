import { BroadcastChannel } from 'node:worker_threads'
import { inject, TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'

/** What changed code and those who run it tell each other by. */
globalThis.__stryker__ ??= {}
const mutants = globalThis.__stryker__

const passed = 0
const failed = 1
const skipped = 2

const folder = `${process.cwd()}/`
const pathWithin = path => (path.startsWith(folder) ? path.slice(folder.length) : path)

function fullName(test) {
  const names = [test.name]
  for (let { suite } = test; suite; suite = suite.suite) names.unshift(suite.name)
  return names.join(' ')
}

const testId = test => `${pathWithin(test.file.filepath)}#${fullName(test)}`

/** Runs a file in this worker: its tests are new each time, the modules they test are not. */
class FileRunner extends TestRunner {
  importFile(path, source) {
    const { evaluatedModules } = this.workerState
    const known = evaluatedModules.getModuleById(path)
    if (known) evaluatedModules.invalidateModule(known)
    mutants.currentTestId = undefined
    return super.importFile(path, source)
  }

  async onBeforeRunSuite(suite) {
    mutants.currentTestId = suite.file.filepath
    await super.onBeforeRunSuite(suite)
  }

  onBeforeTryTask(test) {
    mutants.currentTestId = testId(test)
    super.onBeforeTryTask(test)
  }

  onAfterRunTask(test) {
    mutants.currentTestId = test.file.filepath
    if (this.stopsEarly && test.result?.state === 'fail') this.cancelRun = true
    super.onAfterRunTask(test)
  }
}

/** How long the tests of a file took when all were run: what ends soon is run first. */
const durations = new Map()

/** Answers the runner of mutants for as long as the worker lives. */
export default class ServingRunner extends TestRunner {
  importFile() {
    const channel = new BroadcastChannel(inject('mutantsChannel'))
    channel.onmessage = async ({ data }) => {
      channel.postMessage(
        await this.answer(data).catch(error => ({ error: String(error?.stack ?? error) })),
      )
    }
    channel.postMessage('ready')
    return new Promise(() => {})
  }

  /** Without a mutant: which mutants each test meets. */
  async answer({ files, only, mutant, hitLimit, isOfLoading, reloads }) {
    const isCounting = mutant === undefined
    mutants.hitLimit = hitLimit
    mutants.hitCount = isCounting ? undefined : 0
    if (isOfLoading) {
      this.forget(reloads)
      mutants.activeMutant = mutant
    }
    const tests = []
    for (const path of files.toSorted((a, b) => timeOf(a) - timeOf(b))) {
      const ids = only?.filter(id => id.startsWith(`${pathWithin(path)}#`))
      if (ids?.length === 0) continue
      const results = await this.runFile(path, ids, mutant)
      tests.push(...results)
      if (isCounting)
        durations.set(
          path,
          results.reduce((sum, it) => sum + it.timeSpentMs, 0),
        )
      else if (results.some(({ status }) => status === failed)) break
    }
    mutants.activeMutant = undefined
    mutants.currentTestId = undefined
    if (reloads) this.forget(reloads)
    return { tests, hitCount: mutants.hitCount, coverage: isCounting ? readCoverage() : undefined }
  }

  /** Has a module loaded anew when it is next asked for, and all that import it. */
  forget(path) {
    const { evaluatedModules } = this.workerState
    const waiting = [evaluatedModules.getModuleById(path)]
    const forgotten = new Set()
    for (const module of waiting) {
      if (!module || forgotten.has(module)) continue
      forgotten.add(module)
      for (const id of module.importers) waiting.push(evaluatedModules.getModuleById(id))
      evaluatedModules.invalidateModule(module)
    }
  }

  async runFile(path, ids, mutant) {
    const runner = new FileRunner(this.config)
    Object.defineProperty(runner, 'moduleRunner', { value: this.moduleRunner })
    runner.__setTraces(this._otel)
    runner.stopsEarly = mutant !== undefined
    runner.onCollected = () => {
      mutants.activeMutant = mutant
    }
    const [file] = await startTests(
      [{ filepath: path, testNamePattern: ids && matchNames(ids) }],
      runner,
    )
    vi.resetConfig()
    vi.restoreAllMocks()
    return readResults(file)
  }
}

const timeOf = path => durations.get(path) ?? 0

function matchNames(ids) {
  const names = ids.map(id => id.slice(id.indexOf('#') + 1))
  return new RegExp(
    `^(?:${names.map(name => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})$`,
  )
}

function readResults(file) {
  const tests = listTests(file).map(toResult)
  if (tests.some(({ status }) => status === failed) || file.result?.state !== 'fail') return tests
  const name = 'The file as a whole'
  const id = `${pathWithin(file.filepath)}#${name}`
  return [...tests, { id, name, ...timing(file), ...failure(file) }]
}

const listTests = ({ tasks }) =>
  tasks.flatMap(task => (task.type === 'suite' ? listTests(task) : [task]))

function toResult(test) {
  const base = { id: testId(test), name: fullName(test), ...timing(test) }
  for (let task = test; task; task = task.suite) {
    if (task.result?.state === 'fail') return { ...base, ...failure(task) }
  }
  return { ...base, status: test.result?.state === 'pass' ? passed : skipped }
}

const timing = ({ file, result }) => ({
  fileName: file.filepath,
  timeSpentMs: result?.duration ?? 0,
})

const failure = ({ result }) => ({
  status: failed,
  failureMessage: result.errors?.[0]?.message ?? 'It failed.',
})

/** What ran in hooks is kept by the file, what ran while modules were loaded on its own. */
function readCoverage() {
  const { perTest = {}, static: loading = {} } = mutants.mutantCoverage ?? {}
  const isTest = ([id]) => id.includes('#')
  const entries = Object.entries(perTest)
  return {
    perTest: Object.fromEntries(entries.filter(isTest)),
    hooks: Object.fromEntries(entries.filter(entry => !isTest(entry))),
    loading,
  }
}
