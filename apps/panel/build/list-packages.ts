import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
const STYLE_IMPORT = /@import\s+["']((?:@[^/"']+\/)?[^./"'][^/"']*)/g

/** Plugins that list the packages of others in a build. */
export interface PackageList {
  /** Collects those of one build: the page, a worker or a sandbox. */
  collect(): Plugin
  /**
   * Writes `packages.json` beside the folder of the build: the packages whose code, styles or fonts are in it, by
   * their path in the repository. Whoever publishes the panel publishes their licences with it.
   */
  write(): Plugin
}

/** Makes the plugins of one panel. */
export function listPackages(): PackageList {
  const found = new Set<string>()
  return {
    collect: () => ({
      name: 'collect-packages',
      apply: 'build',
      enforce: 'pre',
      // What a style imports becomes part of it, and no module of the build.
      transform(code, id) {
        if (!id.endsWith('.css')) return
        for (const [, name = ''] of code.matchAll(STYLE_IMPORT)) found.add(findPackage(name, id))
      },
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          for (const [id, { code }] of Object.entries(file.modules)) {
            const path = PACKAGE.exec(id.replaceAll(sep, '/'))?.[0]
            if (path && code) found.add(path)
          }
        }
      },
    }),
    write() {
      let root = ''
      let outDir = ''
      return {
        name: 'write-packages',
        apply: 'build',
        configResolved(config) {
          root = join(config.root, '..', '..')
          outDir = join(config.root, config.build.outDir)
        },
        writeBundle() {
          const list = [...found].map(path => relative(root, path).replaceAll(sep, '/')).sort()
          const text = `${JSON.stringify(list, null, 2)}\n`
          writeFileSync(join(outDir, '..', 'packages.json'), text)
        },
      }
    },
  }
}

function findPackage(name: string, importer: string): string {
  const folders = createRequire(importer).resolve.paths(name) ?? []
  const found = folders.map(folder => join(folder, name)).find(existsSync)
  if (found === undefined) throw new Error(`${importer} imports ${name}, which is not installed.`)
  return found
}
