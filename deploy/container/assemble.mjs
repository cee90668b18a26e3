// `node deploy/container/assemble.mjs FOLDER`: puts everything that the image adds to its base into FOLDER: the program
// with the packages it imports, the embedded database, the panel, and their licences. Needs a build (`npm run build`).
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const [given] = process.argv.slice(2)
if (given === undefined) {
  console.error('Usage: node deploy/container/assemble.mjs FOLDER')
  process.exit(2)
}
const target = resolve(given)
process.chdir(fileURLToPath(new URL('../..', import.meta.url)))

const program = 'apps/cli'
/** Stays a package: it reads files that lie beside its code. */
const embeddedDatabase = 'node_modules/@electric-sql/pglite'
/** What only development needs, of a package that is copied. */
const UNUSED = /\.(?:map|cjs|d\.c?ts)$/

await rm(target, { recursive: true, force: true })
await mkdir(target, { recursive: true })
const bundled = await bundleProgram()
await copyPackage(embeddedDatabase)
await cp('apps/panel/dist/site', join(target, 'panel'), { recursive: true })
for (const file of ['backoffice', 'health.mjs']) {
  await cp(join('deploy/container', file), join(target, file))
}
await writeManifest()
await writeLicences([...bundled, embeddedDatabase])

/** Node spends about a millisecond on each module it loads: the program becomes a few files. */
async function bundleProgram() {
  const { output } = await build({
    root: program,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg-native'] },
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
  return new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(findPackage)))
}

/** The folder of the package of a file such as `…/node_modules/@scope/name/lib/x.js`. */
function findPackage(file) {
  const [, inside] = file.split(`${sep}node_modules${sep}`).slice(-2)
  if (inside === undefined) return []
  const words = inside.split(sep)
  const name = words.slice(0, words[0].startsWith('@') ? 2 : 1)
  return [join(file.slice(0, file.length - inside.length), ...name)]
}

async function copyPackage(folder) {
  await cp(folder, join(target, folder), {
    recursive: true,
    filter: path => !UNUSED.test(path),
  })
}

/** The program reads its version beside the folder of its code. */
async function writeManifest() {
  const { name, version, license } = JSON.parse(await readFile(join(program, 'package.json')))
  const manifest = { name, version, license, private: true, type: 'module' }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

async function writeLicences(folders) {
  const parts = await Promise.all([...folders].sort().map(describeLicence))
  await writeFile(join(target, 'LICENSES.txt'), parts.join(`\n${'-'.repeat(80)}\n\n`))
}

async function describeLicence(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json')))
  const files = (await readdir(folder)).filter(file => /^(?:licen[cs]e|notice|copying)/i.test(file))
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  return [`${name} ${version}: ${license}\n`, ...texts].join('\n')
}
