import { writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/

/**
 * Writes `packages.json` beside the folder of the build: the packages of others whose code, styles or fonts are in it,
 * by their path in the repository. Whoever publishes the panel publishes their licences with it.
 */
export function listPackages(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'list-packages',
    apply: 'build',
    configResolved(config) {
      root = join(config.root, '..', '..')
      outDir = join(config.root, config.build.outDir)
    },
    writeBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap(file =>
        file.type === 'chunk'
          ? Object.entries(file.modules).flatMap(([id, { code }]) => (code ? [id] : []))
          : [],
      )
      // Styles and fonts are no modules: the build watches the files that they come from.
      const assets = this.getWatchFiles().filter(file => /\.(css|woff2)$/.test(file))
      const paths = [...modules, ...assets].flatMap(
        id => PACKAGE.exec(id.replaceAll(sep, '/'))?.[0] ?? [],
      )
      const list = [...new Set(paths.map(path => relative(root, path).replaceAll(sep, '/')))].sort()
      writeFileSync(join(outDir, '..', 'packages.json'), `${JSON.stringify(list, null, 2)}\n`)
    },
  }
}
