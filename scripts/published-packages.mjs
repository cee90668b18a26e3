import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The packages that users install, with what their package.json says. */
export function publishedPackages() {
  return readdirSync('packages')
    .map(folder => ({ folder, manifest: readManifest(`packages/${folder}/package.json`) }))
    .filter(({ manifest }) => manifest && !manifest.private)
}

function readManifest(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
