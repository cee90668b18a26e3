// `node deploy/container/assemble.mjs FOLDER`: puts everything that the image adds to its base into FOLDER: the program
// with the packages it imports, the embedded database, the panel, and their licences. Needs a build (`npm run build`).
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { checkLicenses, writeLicenses } from '../../scripts/release/licenses.mjs'
import { listPanelPackages } from '../../scripts/release/third-party.mjs'

const [given] = process.argv.slice(2)
if (given === undefined) {
  console.error('Usage: node deploy/container/assemble.mjs FOLDER')
  process.exit(2)
}
const target = resolve(given)
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const program = 'apps/cli'
/** These stay packages: they read files that lie beside their code. */
const packages = ['node_modules/@electric-sql/pglite']
/** What only development needs, of a package that is copied. */
const UNUSED = /\.(?:map|cjs|d\.c?ts)$/

await rm(target, { recursive: true, force: true })
await mkdir(target, { recursive: true })
const bundled = await bundleProgram()
for (const folder of packages) await copyPackage(folder)
await cp('apps/panel/dist/site', join(target, 'panel'), { recursive: true })
for (const file of ['backoffice', 'health.mjs']) {
  await cp(join('deploy/container', file), join(target, file))
}
await writeManifest()
await writeLicences([...bundled, ...packages, ...listPanelPackages()])

/** Node spends about a millisecond on each module it loads: the program becomes a few files. */
async function bundleProgram() {
  const { output } = await build({
    root: program,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'libsql', 'pg-native'] },
    build: {
      ssr: 'dist/main.js',
      outDir: join(target, 'dist'),
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      chunkSizeWarningLimit: 10_000,
      // All in one folder: the program finds its package one folder higher.
      rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
    },
  })
  return output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(findPackage))
}

/** The folder of the package of a file such as `…/node_modules/@scope/name/lib/x.js`. */
function findPackage(file) {
  const [, inside] = file.split(`${sep}node_modules${sep}`).slice(-2)
  if (inside === undefined) return []
  const words = inside.split(sep)
  const name = words.slice(0, words[0].startsWith('@') ? 2 : 1)
  return [join(file.slice(0, file.length - inside.length), ...name)]
}

async function readManifest(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

async function copyPackage(folder) {
  await cp(folder, join(target, folder), {
    recursive: true,
    filter: path => !UNUSED.test(path),
  })
}

/** The program reads its version beside the folder of its code. */
async function writeManifest() {
  const { name, version, license } = await readManifest(program)
  const manifest = { name, version, license, private: true, type: 'module' }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Of all code of others that the folder contains. */
async function writeLicences(folders) {
  const components = await Promise.all([...new Set(folders)].sort().map(describePackage))
  const { version } = await readManifest(program)
  checkLicenses('The container image', components)
  const text = writeLicenses({ name: 'the container image', version }, components)
  await writeFile(join(target, 'THIRD-PARTY-LICENSES'), text)
}

async function describePackage(path) {
  const { name, version, license } = await readManifest(path)
  return { ref: `${name}@${version}`, name, version, license, path, isContained: true }
}
