// A package imports only packages above it in this list, by their public entry; apps are imported by the
// command line (apps/cli) only.
// Files of a package or an app import each other in one direction: no circle, types included. What is in a
// folder called `core` imports nothing outside of it. The folders of the panel import each other as `panelLayers` says.
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

/** What each folder of the panel may import besides itself. Features do not import each other. */
const panelLayers = {
  core: [],
  texts: [],
  ui: ['sandbox'],
  sandbox: [],
  data: ['core'],
  widgets: ['core', 'data', 'texts', 'ui'],
  shell: ['core', 'data', 'texts', 'ui', 'widgets'],
  features: ['core', 'data', 'shell', 'texts', 'ui', 'widgets'],
}
/** The logic of the panel knows neither React nor a browser; its `tsconfig.json` has no DOM. */
const panelCorePackages = ['base', 'datasource-toolkit', 'protocol'].map(name => `@service/${name}`)

const IMPORT = /(?:from|import)\s*\(?\s*'(@service\/[^']+|\.[^']*)'/g
const COMMENT_LINE = /^\s*(?:\/\*|\*|\/\/).*$/gm
const BARE_IMPORT = /(?:from|import)\s*\(?\s*'([^'.][^']*)'/g
const TEST = /\.(test|test-d)\.tsx?$/
const SOURCE = /\.tsx?$/
const panel = join('apps', 'panel', 'src')

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
for (const file of sources(panel)) checkPanelFile(file)
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

function checkPanelFile(file) {
  const [layer, feature] = file.slice(panel.length + 1).split(sep)
  if (SOURCE.test(layer) || TEST.test(file)) return
  const allowed = panelLayers[layer]
  if (!allowed) problems.push(`${file}: the panel has no folder '${layer}' in its import order`)
  for (const specifier of importsOf(file)) {
    if (!specifier.startsWith('.') || !allowed) continue
    const [target, other] = join(dirname(file), specifier)
      .slice(panel.length + 1)
      .split(sep)
    const isOwn = target === layer && (layer !== 'features' || other === feature)
    if (!isOwn && !allowed.includes(target)) {
      problems.push(`${file}: imports '${specifier}', which '${layer}' may not use`)
    }
  }
  if (layer !== 'core' || feature === 'testing') return
  for (const name of bareImportsOf(file)) {
    if (!panelCorePackages.includes(name) && !/^(@date-fns\/tz|date-fns)(\/|$)/.test(name)) {
      problems.push(`${file}: imports '${name}', which 'core' may not use`)
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

/** The packages that a file imports. */
function bareImportsOf(file) {
  const code = readFileSync(file, 'utf8').replace(COMMENT_LINE, '')
  return [...new Set(Array.from(code.matchAll(BARE_IMPORT), ([, specifier]) => specifier))]
}

function targetOf(file, specifier) {
  const path = join(dirname(file), specifier)
  const withJsx = path.replace(/\.js$/, '.tsx')
  return existsSync(withJsx) ? withJsx : path.replace(/\.js$/, '.ts')
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
    return statSync(path).isDirectory() ? sources(path) : SOURCE.test(path) ? [path] : []
  })
}
