import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { commonTokens, declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner'
import { createVitest } from 'vitest/node'

/** Where the workers of one run tell each other which mutants act while modules are loaded. */
const loadedFile = 'mutants-of-loading.json'

/**
 * Runs the tests in one worker that keeps all modules from one mutant to the next: loading them took
 * most of the time. They are loaded anew for what acts while they are, or is kept in them.
 */
class WarmRunner {
  static inject = [commonTokens.options]

  constructor({ warm }) {
    this.configFile = warm.configFile
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    process.env.NODE_ENV = 'test'
    this.vitest = await createVitest('test', {
      config: this.configFile,
      pool: 'threads',
      maxWorkers: 1,
      watch: false,
      reporters: [{}],
      onConsoleLog: () => false,
    })
    const name = randomUUID()
    this.vitest.provide('mutantsChannel', name)
    this.channel = new BroadcastChannel(name)
    const specifications = await this.vitest.globTestSpecifications()
    this.testFiles = specifications.map(({ moduleId }) => moduleId)
    const ready = this.next()
    // The worker serves in the place of its first file.
    this.vitest.runTestSpecifications(specifications.slice(0, 1))
    await ready
  }

  async dryRun({ files }) {
    const { tests, coverage } = await this.ask({ files: this.testFiles })
    const { mutantCoverage, ofLoading } = await spread(coverage, tests, files ?? [])
    await writeFile(loadedFile, JSON.stringify([...ofLoading]))
    return { status: 'complete', tests, mutantCoverage }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, sandboxFileName }) {
    this.ofLoading ??= new Set(JSON.parse(await readFile(loadedFile, 'utf8')))
    this.keeping ??= new Map()
    const isOfLoading = this.ofLoading.has(activeMutant.id)
    const { tests, hitCount } = await this.ask({
      files: this.testFiles,
      only: testFilter,
      mutant: activeMutant.id,
      hitLimit,
      isOfLoading,
      reloads:
        isOfLoading || (await this.keepsState(sandboxFileName))
          ? resolve(sandboxFileName)
          : undefined,
    })
    return toMutantRunResult(
      determineHitLimitReached(hitCount, hitLimit) ?? { status: 'complete', tests },
    )
  }

  async dispose() {
    this.channel?.close()
    // The worker waits for the next mutant and is ended with the process.
    await Promise.race([this.vitest?.close(), new Promise(done => setTimeout(done, 2000))])
  }

  /** Whether a module keeps by text or number what the next mutant would find. */
  async keepsState(file) {
    if (!this.keeping.has(file)) {
      this.keeping.set(file, /^const \w+ = new (Map|Set)/m.test(await readFile(file, 'utf8')))
    }
    return this.keeping.get(file)
  }

  async ask(question) {
    const next = this.next()
    this.channel.postMessage(question)
    const answer = await next
    if (answer.error) throw new Error(answer.error)
    return answer
  }

  next() {
    return new Promise(done => {
      this.channel.onmessage = ({ data }) => done(data)
    })
  }
}

/**
 * What only hooks run counts for all tests of their files. What runs while a module is loaded is
 * noticed by those that meet the module, if by any.
 */
async function spread({ perTest, hooks, loading }, tests, files) {
  const met = mutantsIn(perTest)
  const add = (id, hits) => {
    perTest[id] ??= {}
    for (const [mutant, count] of hits) perTest[id][mutant] ??= count
  }
  for (const { id, fileName } of tests) {
    add(
      id,
      Object.entries(hooks[fileName] ?? {}).filter(([mutant]) => !met.has(mutant)),
    )
  }
  for (const file of files) {
    const text = await readFile(resolve(file), 'utf8')
    const mutants = new Set([...text.matchAll(/stryMutAct_\w+\("(\d+)"\)/g)].map(([, id]) => id))
    const here = Object.entries(loading).filter(([mutant]) => mutants.has(mutant))
    for (const { id } of tests) {
      if (Object.keys(perTest[id] ?? {}).some(mutant => mutants.has(mutant))) add(id, here)
    }
  }
  keepQuickest(perTest, tests)
  const noticed = mutantsIn(perTest)
  const others = Object.entries(loading).filter(([mutant]) => !noticed.has(mutant))
  return {
    mutantCoverage: { perTest, static: Object.fromEntries(others) },
    ofLoading: new Set(Object.keys(loading)),
  }
}

/** Milliseconds. */
const longestRun = 10_000

/** What the quickest tests do not notice in this time counts as not noticed. */
function keepQuickest(perTest, tests) {
  const spent = {}
  for (const { id, timeSpentMs } of tests.toSorted((a, b) => a.timeSpentMs - b.timeSpentMs)) {
    for (const mutant of Object.keys(perTest[id] ?? {})) {
      spent[mutant] = (spent[mutant] ?? 0) + timeSpentMs
      if (spent[mutant] > longestRun && spent[mutant] > timeSpentMs) delete perTest[id][mutant]
    }
  }
}

const mutantsIn = perTest => new Set(Object.values(perTest).flatMap(hits => Object.keys(hits)))

/** Tells of each mutant that no test noticed, as soon as it is known. */
class SurvivorReporter {
  onMutantTested({ status, fileName, location, mutatorName, replacement, coveredBy, id }) {
    if (status === 'Killed' || status === 'Ignored') return
    const { line, column } = location.start
    console.log(
      `\n${status} #${id} ${fileName}:${line}:${column} ${mutatorName} (${coveredBy?.length ?? 'all'} tests)\n    ${replacement}`,
    )
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'warm', WarmRunner),
  declareClassPlugin(PluginKind.Reporter, 'survivors', SurvivorReporter),
]
