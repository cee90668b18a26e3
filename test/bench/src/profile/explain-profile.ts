import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { fileURLToPath } from 'node:url'
import { findStage, type Stage } from './stages.js'

const MARK = /^\/\/ (packages\/\S+)/
/** Calls of the operating system that write to a socket. */
const SENDING = /^(writev|write(Buffer|Latin1String|Utf8String))$/

/** Milliseconds of the processor in each stage. */
export function explainProfile(file: string): ReadonlyMap<Stage, number> {
  const profile: Profiler.Profile = JSON.parse(readFileSync(file, 'utf8'))
  const stageByNode = assignStages(profile)
  const found = new Map<Stage, number>()
  for (const [i, id] of (profile.samples ?? []).entries()) {
    const stage = stageByNode.get(id)
    if (stage === undefined) continue
    found.set(stage, (found.get(stage) ?? 0) + (profile.timeDeltas?.[i] ?? 0) / 1000)
  }
  return found
}

function assignStages({ nodes }: Profiler.Profile): ReadonlyMap<number, Stage | undefined> {
  const locate = createLocator()
  const found = new Map<number, Stage | undefined>()
  const byId = new Map(nodes.map(node => [node.id, node]))
  const visit = (node: Profiler.ProfileNode, caller: Stage) => {
    const { functionName, url, lineNumber } = node.callFrame
    const stage = nameStage(functionName, findStage(locate(url, lineNumber)) ?? caller)
    found.set(node.id, stage)
    for (const id of node.children ?? []) visit(byId.get(id)!, stage ?? caller)
  }
  if (nodes[0]) visit(nodes[0], 'Node')
  return found
}

/** What is no work for a request: waiting, and starting the profiler. */
const LEFT_OUT = new Set(['(idle)', 'dispatch'])

function nameStage(functionName: string, stage: Stage): Stage | undefined {
  if (LEFT_OUT.has(functionName)) return undefined
  if (functionName === '(garbage collector)') return 'collect garbage'
  if (!SENDING.test(functionName)) return stage
  return stage === 'statement' ? 'send to the database' : 'send the response'
}

/** A bundle tells by comments which source file its lines come from. */
function createLocator() {
  const bundles = new Map<string, readonly string[]>()
  const readSources = (url: string) => {
    let current = ''
    return readFileSync(fileURLToPath(url), 'utf8')
      .split('\n')
      .map(line => (current = MARK.exec(line)?.[1] ?? current))
  }
  return (url: string, line: number): string => {
    if (!url.includes('/@service/')) return url
    let sources = bundles.get(url)
    if (!sources) {
      sources = readSources(url)
      bundles.set(url, sources)
    }
    return sources[line] ?? url
  }
}
