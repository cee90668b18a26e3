import { runDocuments } from './documents/run-documents.js'
import { goals } from './goals.js'
import { runGrowth } from './growth/run-growth.js'
import type { BenchOptions, Section } from './options.js'
import { runPanel } from './panel/run-panel.js'
import { runProfile } from './profile/run-profile.js'
import { evaluateGoals } from './report/evaluate-goals.js'
import {
  printGoals,
  printGrowth,
  printPanel,
  printProfile,
  printService,
  printStartups,
  printTypes,
  printUnrest,
} from './report/print.js'
import { endProgress } from './report/progress.js'
import { describeMachine, type Measured, writeResults } from './report/results.js'
import { runAgent } from './run-agent.js'
import { runService } from './service/run-service.js'
import type { TargetSetting } from './targets/start-targets.js'
import { runTypes } from './types/run-types.js'

const runners: Readonly<
  Record<Section, (options: BenchOptions, setting: TargetSetting) => Promise<Measured>>
> = {
  agent: runAgent,
  documents: runDocuments,
  service: runService,
  types: runTypes,
  panel: runPanel,
  growth: runGrowth,
  profile: runProfile,
}

/** Measures everything that was asked for, prints and writes it; false when ours did not serve. */
export async function runBench(options: BenchOptions, setting: TargetSetting): Promise<boolean> {
  const parts: Measured[] = []
  for (const section of options.sections) parts.push(await runners[section](options, setting))
  const measured: Measured = {
    samples: parts.flatMap(part => part.samples),
    cells: parts.flatMap(part => part.cells),
    startups: parts.flatMap(part => part.startups),
    answers: parts.flatMap(part => part.answers),
    leftOut: parts.flatMap(part => part.leftOut),
    types: parts.find(part => part.types)?.types,
    json: parts.find(part => part.json)?.json,
    documents: parts.find(part => part.documents)?.documents,
    service: parts.find(part => part.service)?.service,
    panel: parts.find(part => part.panel)?.panel,
    growth: parts.find(part => part.growth)?.growth,
    profile: parts.find(part => part.profile)?.profile,
  }
  report(options, setting, measured)
  const isOther = [measured.types, measured.panel, measured.growth, measured.profile].some(
    part => part !== undefined,
  )
  return isOther || measured.cells.some(cell => cell.target === 'ours')
}

function report(options: BenchOptions, { server }: TargetSetting, measured: Measured): void {
  endProgress()
  if (measured.startups.length > 0) printStartups(measured.startups)
  if (measured.service) printService(measured.service)
  if (measured.types) printTypes(measured.types)
  if (measured.panel) printPanel(measured.panel)
  if (measured.growth) printGrowth(measured.growth)
  if (measured.profile) printProfile(measured.profile)
  for (const { workload, target } of measured.answers.filter(answer => !answer.isRight)) {
    console.log(`\n${target} answers ${workload} otherwise than the limit.`)
  }
  for (const reason of measured.leftOut) console.log(`\nLeft out: ${reason}`)
  const evaluatedGoals = evaluateGoals(goals, measured)
  printUnrest(measured.cells)
  printGoals(evaluatedGoals)
  const { out, dataDir: _, ...asked } = options
  writeResults(out, {
    machine: describeMachine(server.version),
    options: asked,
    measured,
    goals: evaluatedGoals,
  })
  console.log(`\nWritten to ${out}`)
}
