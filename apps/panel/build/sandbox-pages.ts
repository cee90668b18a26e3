import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const NAMES = ['html', 'webhook']

/**
 * Writes the pages of `src/sandbox`, each with its script inside: a sandboxed page has an origin of its own
 * and would have to load a file across origins. The service allows the script by its hash. The plugins take part in
 * the build of each script.
 */
export function sandboxPages(plugins: Plugin[]): Plugin {
  let folder = ''
  return {
    name: 'sandbox-pages',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, 'src', 'sandbox')
    },
    async generateBundle() {
      for (const name of NAMES) {
        const page = readFileSync(join(folder, `${name}.html`), 'utf8')
        const script = await bundleScript(join(folder, `${name}.ts`), plugins)
        const source = page.replace(
          `<script src="./${name}.ts"></script>`,
          () => `<script>${script}</script>`,
        )
        this.emitFile({ type: 'asset', fileName: `sandbox/${name}.html`, source })
      }
    },
  }
}

async function bundleScript(entry: string, plugins: Plugin[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
      modulePreload: false,
    },
  })
  const [chunk] = 'output' in result ? result.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${entry} must become one script.`)
  // Inside a page, these texts would end the script; in a string or an expression they can be written so.
  return chunk.code.trim().replace(/<(?=\/script|!--|script)/gi, '\\x3C')
}
