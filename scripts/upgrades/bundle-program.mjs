import { join } from 'node:path'
import { build } from 'vite'

/** The built service with our own packages as one small file. Other packages stay imports. */
export async function bundleProgram(service) {
  const { output } = await build({
    root: service,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: [/^@service\//] },
    build: {
      ssr: join(service, 'dist/main.js'),
      write: false,
      minify: true,
      target: 'node20',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [chunk, ...others] = output
  if (chunk?.type !== 'chunk' || others.length > 0) {
    throw new Error(`The service was to become one file, not ${output.length}.`)
  }
  return chunk.code
}
