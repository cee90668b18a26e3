import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { CommandIo } from '@service/service/cli'
import { completeFromEnvironment } from '../open/ask-password.js'
import { createLoader } from '../open/customize/load-customization.js'
import { locateTypings } from '../open/customize/use-customization.js'
import { chooseFolder, prepareState, type State } from '../open/data-folder.js'
import { OpenError } from '../open/errors.js'
import { nameSources, openSources } from '../open/open-sources.js'
import { type DatabaseAddress, parseAddress } from '../open/parse-address.js'
import { renameTables } from '../open/rename-tables.js'
import { version } from '../version.js'
import {
  type Application,
  gitignore,
  writeIndex,
  writePackage,
  writeReadme,
  writeTsconfig,
  writeVariables,
} from './application.js'

export interface EjectOptions {
  readonly out: string
  readonly write?: boolean
  readonly customize?: string
  readonly schema?: readonly string[]
  readonly data?: string
  readonly email: string
}

/** Writes an Express application that does what `open` does with the same addresses and options. */
export async function eject(
  given: readonly string[],
  options: EjectOptions,
  io: CommandIo,
): Promise<void> {
  const addresses = given.map(parseAddress).map(each => completeFromEnvironment(each, io))
  const out = resolve(options.out)
  await requireEmpty(out)
  const dataDir = chooseFolder(addresses, options.data, io)
  const state = await prepareState(dataDir, addresses, options.email)
  const files = options.customize ? await listCustomization(resolve(options.customize)) : []
  const application = await describe(addresses, state, options, io)
  const variables = listVariables(application, addresses, state, dataDir)
  await mkdir(join(out, 'src'), { recursive: true })
  const write = (name: string, text: string, mode = 0o644) =>
    writeFile(join(out, name), text, { mode })
  await write('package.json', writePackage(application))
  await write('tsconfig.json', writeTsconfig(application))
  await write('src/index.ts', writeIndex(application))
  await write('README.md', writeReadme(application))
  await write('.gitignore', gitignore)
  await write('.env', writeVariables(variables), 0o600)
  const empty = Object.fromEntries(Object.keys(variables).map(name => [name, '']))
  await write('.env.example', writeVariables(empty))
  for (const { from, to } of files) {
    await mkdir(dirname(join(out, 'src', to)), { recursive: true })
    await copyFile(from, join(out, 'src', to))
  }
  io.output.write(
    `${out} is an application. To start it:\n\n  cd ${out}\n  npm install\n  npm start\n`,
  )
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new OpenError(`${folder} is no folder.`, { cause: error })
  })
  if (names.length === 0) return
  throw new OpenError(`${folder} is not empty. Give a new folder with --out.`)
}

async function describe(
  addresses: readonly DatabaseAddress[],
  state: State,
  { write = false, schema: schemas, customize }: EjectOptions,
  io: CommandIo,
): Promise<Application> {
  const renames = await findRenames(addresses, { write, schemas }, io)
  const names = nameSources(addresses)
  return {
    name: state.projectName,
    version,
    write,
    adminEmail: state.adminEmail,
    databases: addresses.map(({ kind }, index) => ({
      kind,
      name: names[index] ?? '',
      variable: index === 0 ? 'DATABASE_URL' : `DATABASE_URL_${index + 1}`,
      schemas,
      rename: renames[index] ?? {},
    })),
    ...(customize && {
      customization: { file: basename(customize), typings: basename(locateTypings(customize)) },
    }),
  }
}

/** Only several databases can have the same table. */
async function findRenames(
  addresses: readonly DatabaseAddress[],
  settings: { readonly write: boolean; readonly schemas?: readonly string[] },
  io: CommandIo,
): Promise<readonly Readonly<Record<string, string>>[]> {
  if (addresses.length < 2) return []
  const sources = await openSources(addresses, { ...settings, log: () => {} }, io)
  await Promise.all(sources.map(source => source.close()))
  return renameTables(sources)
}

function listVariables(
  { databases }: Application,
  addresses: readonly DatabaseAddress[],
  state: State,
  dataDir: string,
): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(
      databases.map(({ variable }, index) => [variable, addresses[index]?.uri ?? '']),
    ),
    DATA_DIR: dataDir,
    SERVICE_PORT: String(state.servicePort || 3310),
    AGENT_PORT: String(state.agentPort || 3351),
    SERVICE_SECRET: state.serviceSecret,
    SERVICE_ENV_SECRET: state.envSecret,
    SERVICE_AUTH_SECRET: state.authSecret,
    ADMIN_PASSWORD: state.adminPassword,
  }
}

/** The customization file, what it imports beside it, and its types. */
async function listCustomization(
  path: string,
): Promise<readonly { readonly from: string; readonly to: string }[]> {
  const loader = await createLoader(path)
  await loader.load()
  loader.close()
  const folder = dirname(path)
  const typings = locateTypings(path)
  const hasTypings = (await readdir(folder)).includes(basename(typings))
  return [...loader.files, ...(hasTypings ? [typings] : [])].map(from => {
    const to = relative(folder, from)
    if (!to.startsWith('..')) return { from, to }
    throw new OpenError(`${path} imports ${from}, which is not in its folder. Move it there.`)
  })
}
