import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * The packages that users install, with what their package.json says and the folder of their sources, such as
 * `packages/agent`.
 */
export function publishedPackages() {
  return ['packages', 'apps'].flatMap(parent =>
    readdirSync(parent)
      .map(folder => ({
        folder,
        source: `${parent}/${folder}`,
        manifest: readManifest(`${parent}/${folder}/package.json`),
      }))
      .filter(({ manifest }) => manifest && !manifest.private),
  )
}

function readManifest(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
