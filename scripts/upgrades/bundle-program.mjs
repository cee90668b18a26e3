import { join } from 'node:path'
import { build } from 'vite'

const ENTRY = 'virtual:program'

/** Starts the service, with the environment of the process. */
const program = service => `
  import { up } from ${JSON.stringify(join(service, 'dist/cli.js'))}
  const { env, stdin, stdout, stderr } = process
  await up({}, { environment: env, input: stdin, output: stdout, errors: stderr })`

/** The built service with our own packages as one small file. Other packages stay imports. */
export async function bundleProgram(service) {
  const { output } = await build({
    root: service,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'program',
        resolveId: id => (id === ENTRY ? `\0${ENTRY}` : null),
        load: id => (id === `\0${ENTRY}` ? program(service) : null),
      },
    ],
    ssr: { noExternal: [/^@service\//] },
    build: {
      ssr: true,
      write: false,
      minify: true,
      target: 'node20',
      rolldownOptions: { input: ENTRY, output: { codeSplitting: false } },
    },
  })
  const [chunk, ...others] = output
  if (chunk?.type !== 'chunk' || others.length > 0) {
    throw new Error(`The service was to become one file, not ${output.length}.`)
  }
  return chunk.code
}
