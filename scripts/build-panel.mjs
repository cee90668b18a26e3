// `node scripts/build-panel.mjs`: builds the panel into apps/panel/dist/site, when a source is newer than the last build.
// With `--quick`, files are compressed by gzip alone: Brotli takes longer than all else and saves a tenth of what is sent.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

/** The packages that run in the browser too. */
const packages = ['base', 'protocol', 'datasource-toolkit', 'agent-client']
const panel = join('apps', 'panel')
const sources = [
  ...['src', 'public', 'build', 'index.html', 'package.json', 'vite.config.ts'].map(name =>
    join(panel, name),
  ),
  ...packages.map(name => join('packages', name, 'src')),
  'package-lock.json',
]

const isQuick = process.argv.includes('--quick')
const site = join(panel, 'dist', 'site')
const result = join(site, isQuick ? 'manifest.json' : 'manifest.json.br')
if (!existsSync(result) || newest(sources) > statSync(result).mtimeMs) build()

function build() {
  const projects = packages.map(name => join('packages', name))
  run([join('node_modules', 'typescript7', 'bin', 'tsc'), '-b', '--noCheck', ...projects])
  // A service may be starting: it finds the previous build or this one, never half of it.
  const draft = `site.${process.pid}`
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  run([vite, 'build', '--logLevel', 'warn', '--outDir', join('dist', draft), panel])
  rmSync(site, { recursive: true, force: true })
  renameSync(join(panel, 'dist', draft), site)
}

function run(command) {
  // Whoever builds in tests has another NODE_ENV, with which React's slow half would be built in.
  const env = { ...process.env, NODE_ENV: 'production', PANEL_BUILD: isQuick ? 'quick' : 'full' }
  execFileSync(process.execPath, command, { stdio: 'inherit', env })
}

function newest(paths) {
  return Math.max(...paths.flatMap(listFiles).map(path => statSync(path).mtimeMs))
}

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}
