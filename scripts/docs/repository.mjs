import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Where the repository can be read: `repository` of the root package.json is the one place that says so. */
export function repositoryUrl() {
  return readManifest('package.json')
    .repository.url.replace(/^git\+/, '')
    .replace(/\.git$/, '')
}

/** Yields the packages whose `repository` differs from the root's; with `write`, corrects them. */
export function* checkRepositories(write) {
  const { repository } = readManifest('package.json')
  for (const directory of listPackages()) {
    const path = `${directory}/package.json`
    const manifest = readManifest(path)
    const wanted = { ...repository, directory }
    if (JSON.stringify(manifest.repository) === JSON.stringify(wanted)) continue
    if (write) writeFileSync(path, `${JSON.stringify(insertField(manifest, wanted), null, 2)}\n`)
    else yield `${path}: 'repository' must be ${JSON.stringify(wanted)}`
  }
}

function listPackages() {
  return ['packages', 'apps']
    .flatMap(parent => readdirSync(parent).map(name => `${parent}/${name}`))
    .filter(directory => existsSync(`${directory}/package.json`))
}

/** Puts the field behind `license`, where readers of a package.json look for it. */
function insertField({ repository: _, ...manifest }, repository) {
  const entries = Object.entries(manifest)
  const at = entries.findIndex(([key]) => key === 'license') + 1
  return Object.fromEntries(entries.toSpliced(at, 0, ['repository', repository]))
}

function readManifest(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
