import type { Plugin } from 'vite'

/**
 * Lets the built files find each other below whatever path the service has: they name each other relative to
 * themselves. The service writes the paths in its pages.
 */
export function moveAnywhere(): Plugin {
  let base = ''
  return {
    name: 'move-anywhere',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const named = new RegExp(`\`${base}\`\\+(\\w+)|\`${base}assets/([\\w.-]+)\``, 'g')
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') {
            file.code = file.code.replace(named, (_, path = '', name = '') =>
              name === ''
                ? `(new URL(\`../\`+${path},import.meta.url).href)`
                : `(new URL(\`${name}\`,import.meta.url).href)`,
            )
          } else if (file.fileName.endsWith('.css')) {
            file.source = String(file.source).replaceAll(`url(${base}assets/`, 'url(')
          }
          const source = file.type === 'chunk' ? file.code : String(file.source)
          if (/\.(?:js|css)$/.test(file.fileName) && source.includes(`${base}assets/`)) {
            this.error(`${file.fileName} names a file by its whole path.`)
          }
        }
      },
    },
  }
}
