// `node scripts/bundle-packages.mjs [folder]`: makes a folder ready for `npm publish` of every package, in
// build/packages unless another is named. Node spends about a millisecond on each module it loads: a package
// is one file per entry point, and one for each part that is loaded on demand. Applications have a list of what
// comes with them, and the licences of what they contain.
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { build } from 'vite'
import { publishedPackages } from './published-packages.mjs'
import { checkLicenses, writeLicenses } from './release/licenses.mjs'
import { writeSbom } from './release/sbom.mjs'
import { listComponents, listPanelPackages } from './release/third-party.mjs'

/** What else a package contains: the folder of another build, and the packages in it. */
const contents = {
  'apps/service': {
    from: 'apps/panel/dist/site',
    to: 'panel',
    listPackages: listPanelPackages,
  },
}
/** What serves development alone is not published. */
const DEVELOPMENT_FIELDS = ['devDependencies', 'scripts', 'private']

const target = resolve(
  process.argv[2] ?? fileURLToPath(new URL('../build/packages', import.meta.url)),
)
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const packages = publishedPackages()
// Others may be reading the folder: it is replaced, never half written.
const draft = `${target}.${process.pid}`
try {
  await writeTypes()
  await Promise.all(packages.map(each => bundle(each, join(draft, each.folder))))
  await rm(target, { recursive: true, force: true })
  await rename(draft, target)
  for (const { folder } of packages) console.log(join(target, folder))
} catch (error) {
  await rm(draft, { recursive: true, force: true })
  console.error(error.stdout || error.message)
  process.exitCode = 1
}

/** Types are those that the compiler writes; what is up to date costs nothing. `npm run check` checks them. */
async function writeTypes() {
  const projects = packages.map(({ source }) => source)
  const compiler = 'node_modules/typescript7/bin/tsc'
  const run = promisify(execFile)
  await run(process.execPath, [compiler, '-b', '--noCheck', ...projects])
  await run(process.execPath, ['scripts/build-panel.mjs'])
}

async function bundle(each, out) {
  const { source, manifest } = each
  const inside = contents[source] ? [contents[source]] : []
  const exported = Object.values(manifest.exports).flatMap(({ default: file, browser }) =>
    browser ? [file, browser] : [file],
  )
  const nameEntries = files => files.map(file => nameEntry(manifest, file))
  const started = nameEntries([...exported, ...Object.values(manifest.bin ?? {})])
  const [code, types] = await Promise.all([
    bundleCode(source, { ...locateEntries(source, started), ...(await findRegistered(source)) }),
    collectTypes(source, nameEntries(exported)),
  ])
  checkImports(manifest, [...code.imports, ...types.imports])
  await writeFiles(join(out, 'dist'), [...code.files, ...types.files])
  const copied = [
    ...manifest.files.filter(name => name !== 'dist').map(name => [join(source, name), name]),
    ...inside.map(({ from, to }) => [from, to]),
    ['LICENSE', 'LICENSE'],
  ]
  for (const [from, to] of copied) await cp(from, join(out, to), { recursive: true })
  const lists = writeLists(each)
  const made = [...inside.map(({ to }) => to), ...lists.map(({ name }) => name)]
  await writeFiles(out, [...lists, { name: 'package.json', text: writeManifest(manifest, made) }])
}

/** Users look into the bill of materials of what they run; a library is part of theirs. */
function writeLists({ source, manifest }) {
  const list = listComponents(source, contents)
  checkLicenses(manifest.name, list.components)
  if (!source.startsWith('apps/')) return []
  return [
    { name: 'THIRD-PARTY-LICENSES', text: writeLicenses(manifest, list.components) },
    { name: 'sbom.cdx.json', text: writeSbom(list) },
  ]
}

function writeManifest(manifest, made) {
  const published = Object.entries(manifest).filter(([key]) => !DEVELOPMENT_FIELDS.includes(key))
  const files = [...new Set([...manifest.files, ...made])]
  return `${JSON.stringify({ ...Object.fromEntries(published), files }, null, 2)}\n`
}

/** `testing/index` of `./dist/testing/index.js`: what is exported, or run as a command. */
function nameEntry({ name }, file) {
  const entry = /^\.\/dist\/(.+)\.js$/.exec(file)?.[1]
  if (!entry) throw new Error(`${name} names '${file}': an entry point is a ./dist/….js file.`)
  return entry
}

function locateEntries(source, entries) {
  return Object.fromEntries(entries.map(entry => [entry, join(source, 'src', `${entry}.ts`)]))
}

/** Modules that another one starts by their path beside it, as hooks of Node's loader: they stay files of their own. */
async function findRegistered(source) {
  const files = await readdir(join(source, 'src'), { recursive: true, withFileTypes: true })
  const found = {}
  for (const { name, parentPath } of files.filter(isSource)) {
    const text = await readFile(join(parentPath, name), 'utf8')
    for (const [, module] of text.matchAll(/\bregister\('\.\/([\w-]+)\.js'/g)) {
      found[module] = join(parentPath, `${module}.ts`)
    }
  }
  return found
}

function isSource(entry) {
  return entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name)
}

async function bundleCode(source, input) {
  const { output } = await build({
    root: source,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      write: false,
      minify: false,
      sourcemap: true,
      target: 'node20',
      rolldownOptions: {
        input,
        // Other packages stay what they are: a class must be the same one to all that import it.
        external: isPackage,
        preserveEntrySignatures: 'strict',
        // All in one folder, from where package.json is as far as from the files the parts are made of.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  const files = output.map(file => ({ name: file.fileName, text: file.code ?? file.source }))
  const own = new Set(files.map(({ name }) => name))
  const imports = output.flatMap(file => [...(file.imports ?? []), ...(file.dynamicImports ?? [])])
  return { files, imports: imports.filter(name => !own.has(name)) }
}

/** The declarations that the entry points lead to; those of tests and of helpers are left behind. */
async function collectTypes(source, entries) {
  const texts = new Map()
  const imports = []
  const visit = async name => {
    if (texts.has(name)) return
    texts.set(name, '')
    const text = await readFile(join(source, 'dist', name), 'utf8')
    // The map leads to sources, which are not published.
    texts.set(name, text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''))
    const found = ts.preProcessFile(text, true, false).importedFiles.map(file => file.fileName)
    imports.push(...found.filter(isPackage))
    const next = found.filter(file => !isPackage(file))
    await Promise.all(next.map(file => visit(join(dirname(name), file).replace(/\.js$/, '.d.ts'))))
  }
  await Promise.all(entries.map(entry => visit(`${entry}.d.ts`)))
  return { files: [...texts].map(([name, text]) => ({ name, text })), imports }
}

function isPackage(specifier) {
  return /^[^./]/.test(specifier)
}

/** Users have what package.json names, and nothing else. */
function checkImports({ name, dependencies, peerDependencies }, imports) {
  const known = { ...dependencies, ...peerDependencies, [name]: '' }
  for (const specifier of imports) {
    if (specifier.startsWith('node:') || builtinModules.includes(specifier)) continue
    const [, needed] = /^((?:@[^/]+\/)?[^/]+)/.exec(specifier)
    if (needed in known) continue
    throw new Error(`${name} imports '${specifier}', which its package.json does not depend on.`)
  }
}

async function writeFiles(folder, files) {
  for (const { name, text } of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}
