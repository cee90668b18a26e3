import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The suite throws on import before this version. */
const oldestNode = 22

/** What CI puts beside the machine's own Node. */
const secondNode = join(root, `.cache/node24/node_modules/node-linux-${process.arch}/bin/node`)

interface Suite {
  /** A folder in node_modules. */
  readonly folder: string
  readonly node: () => string | undefined
}

/** By the arguments that select what is run. The newest version knows both eras; an older one runs on every Node. */
const suites = {
  current: {
    folder: '@modelcontextprotocol/conformance',
    node: () => {
      if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath
      return existsSync(secondNode) ? secondNode : undefined
    },
  },
  older: { folder: 'mcp-conformance-node20', node: () => process.execPath },
} satisfies Readonly<Record<string, Suite>>

export interface ConformanceRun {
  readonly suite: keyof typeof suites
  /** The MCP endpoint. */
  readonly url: string
  /** Which scenarios, such as `--requirements 2026-07-28`. */
  readonly select: readonly string[]
  /** A file of exceptions: one that does not fail any more is a failure. */
  readonly expectedFailures?: string
}

/** Why a version of the official MCP conformance suite cannot be run here; undefined when it can. */
export function whyNoConformance(suite: keyof typeof suites): string | undefined {
  if (suites[suite].node() !== undefined) return undefined
  const reason = `The MCP conformance suite needs Node ${oldestNode}; there is ${process.version}, and none in .cache/node24.`
  if (process.env.REQUIRE_ALL) throw new Error(`REQUIRE_ALL is set. ${reason}`)
  return reason
}

/** Runs the official MCP conformance suite against a server. */
export async function runConformance(
  run: ConformanceRun,
): Promise<{ readonly isPassed: boolean; readonly output: string }> {
  const { folder, node } = suites[run.suite]
  const results = await mkdtemp(join(tmpdir(), 'mcp-conformance-'))
  const given = [
    join(root, 'node_modules', folder, 'dist/index.js'),
    'server',
    ...['--url', run.url],
    ...run.select,
    ...(run.expectedFailures ? ['--expected-failures', run.expectedFailures] : []),
  ]
  try {
    return await new Promise(resolve => {
      const options = { cwd: results, timeout: 90_000, maxBuffer: 64 * 1024 * 1024 }
      execFile(node() ?? process.execPath, given, options, (error, stdout, stderr) =>
        resolve({ isPassed: error === null, output: `${stdout}\n${stderr}` }),
      )
    })
  } finally {
    await rm(results, { recursive: true, force: true })
  }
}
