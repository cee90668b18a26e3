import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What the build of the panel has bundled, by the path in the lock file; written by the build itself. */
const PANEL_PACKAGES = 'apps/panel/dist/packages.json'

/**
 * Lists what comes with a package of ours, at the versions of the lock file: the packages that npm installs with it,
 * our own included, and those whose code one of ours contains (`contents`, by the folder of its sources). Two copies of
 * one version are one.
 */
export function listComponents(source, contents, lock = readLock()) {
  const found = new Map()
  const visit = (path, isOptional) => {
    const known = found.get(path)
    if (known && (isOptional || !known.isOptional)) return
    const needed = listNeeded(lock, path)
    found.set(path, { ...describe(lock, path), isOptional, needed: needed.map(({ at }) => at) })
    for (const { at, optional } of needed) visit(at, isOptional || optional)
  }
  visit(source, false)
  for (const path of Object.keys(contents).filter(each => found.has(each))) {
    addContained(found, lock, path, contents[path].listPackages())
  }
  const listRefs = paths => [...new Set(paths.map(path => found.get(path).ref))].sort()
  const components = new Map()
  for (const { needed, ...component } of found.values()) {
    const other = components.get(component.ref) ?? { ...component, dependsOn: [] }
    components.set(component.ref, {
      ...component,
      isOptional: component.isOptional && other.isOptional,
      containedIn: component.containedIn ?? other.containedIn,
      dependsOn: [...new Set([...other.dependsOn, ...listRefs(needed)])].sort(),
    })
  }
  const root = components.get(found.get(source).ref)
  components.delete(root.ref)
  return { root, components: [...components.values()].sort((a, b) => compare(a.ref, b.ref)) }
}

/** Code in a bundle depends on other code in it, and on nothing that is left out of it. */
function addContained(found, lock, path, contained) {
  const owner = found.get(path)
  found.set(path, { ...owner, needed: [...owner.needed, ...contained] })
  for (const each of contained) {
    const inside = listNeeded(lock, each).map(({ at }) => at)
    found.set(each, {
      ...describe(lock, each),
      isOptional: false,
      containedIn: owner.name,
      needed: [...(found.get(each)?.needed ?? []), ...inside.filter(at => contained.includes(at))],
    })
  }
}

/** The packages whose code is in the built panel. */
export function listPanelPackages() {
  return JSON.parse(readFileSync(PANEL_PACKAGES, 'utf8'))
}

function readLock() {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
}

/** The packages that npm installs for one, by their paths. */
function listNeeded(lock, path) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock[path]
  const names = { ...dependencies, ...optionalDependencies, ...peerDependencies }
  return Object.keys(names).flatMap(name => {
    const optional = name in { ...optionalDependencies }
    if (peerDependenciesMeta?.[name]?.optional && !(name in { ...dependencies })) return []
    const at = resolvePackage(lock, path, name)
    if (at === undefined && !optional) throw new Error(`package-lock.json has no ${name}`)
    return at === undefined ? [] : [{ at, optional }]
  })
}

/** Where Node finds a package that another one imports; one of ours is a link to its sources. */
function resolvePackage(lock, from, name) {
  for (let folder = from; ; folder = folder === '' || folder === '.' ? '' : parent(folder)) {
    const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock[at]) return lock[at].link ? lock[at].resolved : at
    if (folder === '') return undefined
  }
}

const parent = folder => (dirname(folder) === '.' ? '' : dirname(folder))

function describe(lock, path) {
  const name = lock[path].name ?? path.split('node_modules/').at(-1)
  const { version, license, integrity } = lock[path]
  return {
    name,
    version,
    path,
    ref: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    license: license ?? readLicense(path),
    integrity,
    isOurs: !path.includes('node_modules/'),
    containedIn: undefined,
  }
}

/** Entries of our own packages in the lock file have their licence; some of others have it only in their package.json. */
function readLicense(path) {
  const manifest = `${path}/package.json`
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).license : undefined
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
