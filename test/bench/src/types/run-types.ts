import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchOptions } from '../options.js'
import { type Measured, nothingMeasured } from '../report/results.js'
import { benchDir } from '../servers/folders.js'
import type { TargetSetting } from '../targets/start-targets.js'
import { chainProgram, schemaProgram } from './chain-program.js'

/** Seconds the compilers take, from start to end. */
export interface TypeFigures {
  /** The schema and the package alone. */
  readonly schemaSeconds: number
  /** With the chain of calls. */
  readonly chainSeconds: number
  /** The same by the compiler that runs in today's editors. */
  readonly editorSeconds: number
}

/** Checks a generated program of 120 collections and 60 chained calls. */
export async function runTypes(_: BenchOptions, { progress }: TargetSetting): Promise<Measured> {
  const folder = writePrograms()
  const check = async (compiler: string, file: string) => {
    progress(`types, ${compiler} on ${file}`)
    return measureSeconds(compiler, folder, file)
  }
  const types = {
    schemaSeconds: await check('typescript7', 'bare.ts'),
    chainSeconds: await check('typescript7', 'chain.ts'),
    editorSeconds: await check('typescript', 'chain.ts'),
  }
  return { ...nothingMeasured, types }
}

/** Inside the package, so that its dependencies are found. */
function writePrograms(): string {
  const folder = join(benchDir, '.data', 'types')
  mkdirSync(folder, { recursive: true })
  const bare =
    "import { createAgent } from '@service/agent'\nimport type { Shop } from './schema.js'\n\ncreateAgent<Shop>({ authSecret: '', envSecret: '' })\n"
  writeFileSync(join(folder, 'schema.ts'), schemaProgram())
  writeFileSync(join(folder, 'bare.ts'), bare)
  writeFileSync(join(folder, 'chain.ts'), chainProgram())
  return folder
}

const flags =
  '--noEmit --strict --skipLibCheck --module nodenext --moduleResolution nodenext --target es2023 --types node --ignoreConfig'

async function measureSeconds(compiler: string, folder: string, file: string): Promise<number> {
  const program = createRequire(import.meta.url).resolve(`${compiler}/package.json`)
  const args = [join(program, '..', 'bin', 'tsc'), ...flags.split(' '), file]
  const started = performance.now()
  await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(error => {
    throw new Error(`${compiler} refuses ${file}:\n${error.stdout}`)
  })
  return (performance.now() - started) / 1000
}
