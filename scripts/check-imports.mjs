// A package imports only packages above it in this list, by their public entry; apps are imported by nobody.
// Files of a package or an app import each other in one direction: no circle, types included. What is in a
// folder called `core` imports nothing outside of it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { findCircles } from './find-circles.mjs'

const order = [
  'base',
  'protocol',
  'authorization',
  'http',
  'embedded-database',
  'datasource-toolkit',
  'datasource-memory',
  'datasource-sql',
  'datasource-mongo',
  'engine',
  'service-client',
  'tokens',
  'agent-client',
  'ai-proxy',
  'mcp-server',
  'agent',
  'audit-trail',
  'agent-testing',
  'plugin-flattener',
  'forest-cloud',
]

const IMPORT = /(?:from|import)\s*\(?\s*'(@service\/[^']+|\.[^']*)'/g
const COMMENT_LINE = /^\s*(?:\/\*|\*|\/\/).*$/gm
const TEST = /\.(test|test-d)\.ts$/

const problems = []
const graph = new Map()
for (const [rank, name] of order.entries()) {
  const folder = join('packages', name, 'src')
  for (const file of sources(folder)) {
    for (const specifier of importsOf(file)) {
      const problem = specifier.startsWith('.')
        ? leavesFolder(folder, file, specifier)
        : againstOrder(rank, file, specifier)
      if (problem) problems.push(`${file}: imports '${specifier}', ${problem}`)
    }
    addToGraph(file)
  }
}
for (const app of foldersIn('apps')) {
  for (const file of sources(join('apps', app, 'src'))) addToGraph(file)
}
for (const folder of foldersIn('packages')) {
  if (!order.includes(folder)) problems.push(`packages/${folder} has no place in the import order`)
}
for (const circle of findCircles(graph)) {
  problems.push(`These files import each other in a circle:\n  ${circle.join('\n  → ')}`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

/** Tests may import what they like: nothing imports them. */
function addToGraph(file) {
  if (TEST.test(file)) return
  const targets = importsOf(file).filter(specifier => specifier.startsWith('.'))
  graph.set(
    file,
    targets.map(specifier => targetOf(file, specifier)),
  )
  for (const specifier of targets) {
    const core = coreFolder(file)
    if (core && leavesFolder(core, file, specifier)) {
      problems.push(`${file}: imports '${specifier}', outside '${core}'`)
    }
  }
}

/** The innermost folder called `core` that a file is in. */
function coreFolder(file) {
  const parts = dirname(file).split(sep)
  const last = parts.lastIndexOf('core')
  return last === -1 ? undefined : parts.slice(0, last + 1).join(sep)
}

/** Everything a file imports, types and `import()` included; examples in comments are left out. */
function importsOf(file) {
  const code = readFileSync(file, 'utf8').replace(COMMENT_LINE, '')
  return [...new Set(Array.from(code.matchAll(IMPORT), ([, specifier]) => specifier))]
}

function targetOf(file, specifier) {
  return join(dirname(file), specifier).replace(/\.js$/, '.ts')
}

function againstOrder(rank, file, specifier) {
  const [, target, ...entry] = specifier.split('/')
  const isTest = TEST.test(file) || file.includes('/testing/')
  if (target === 'test-support') return isTest ? undefined : 'which is for tests only'
  if (entry.length > 0 && entry.join('/') !== 'testing') return 'which is not a public entry'
  if (isTest) return order.includes(target) ? undefined : 'which is not a package'
  if (order.indexOf(target) === -1) return 'which is not a package'
  return order.indexOf(target) < rank ? undefined : `which is not above '${order[rank]}'`
}

function leavesFolder(folder, file, specifier) {
  return targetOf(file, specifier).startsWith(folder + sep) ? undefined : `outside '${folder}'`
}

function foldersIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : []
}

function sources(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap(entry => {
    const path = join(folder, entry)
    return statSync(path).isDirectory() ? sources(path) : path.endsWith('.ts') ? [path] : []
  })
}
