import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printEnv } from '../settings/env-file.js'
import { defaultServerUrl } from '../settings/settings.js'
import { findDriver } from './database-url.js'
import { readVersion, templateFolder } from './package-folder.js'

/** The settings of a new project. */
export interface ProjectSettings {
  readonly envSecret: string
  readonly serverUrl: string
  readonly tokenFolder: string
  readonly databaseUrls: readonly string[]
  readonly typings: string
}

export interface ProjectFile {
  readonly path: string
  readonly text: string
  /** Only its owner may read it. */
  readonly isSecret?: true
}

/** Builds the files of a new project from the templates of this package. */
export async function projectFiles(facts: ProjectSettings): Promise<readonly ProjectFile[]> {
  const template = (name: string) => readFile(join(templateFolder, name), 'utf8')
  const collection = firstCollection(facts.typings)
  return [
    { path: '.env', text: printEnv(variables(facts)), isSecret: true },
    // npm leaves files of this name out of packages.
    { path: '.gitignore', text: await template('gitignore') },
    { path: 'package.json', text: manifest(await template('manifest.json'), facts.databaseUrls) },
    { path: 'tsconfig.json', text: await template('tsconfig.json') },
    { path: 'datasources.js', text: dataSources(await template('datasources.js'), facts) },
    {
      path: join('src', 'index.ts'),
      text: collection
        ? (await template('collection.ts')).replaceAll("'collection'", () => collection)
        : await template('chart.ts'),
    },
    { path: 'typings.d.ts', text: facts.typings },
  ]
}

/** `DATABASE_URL`, `DATABASE_URL_2`, … */
const nameVariable = (index: number) => (index === 0 ? 'DATABASE_URL' : `DATABASE_URL_${index + 1}`)

function variables({ envSecret, serverUrl, tokenFolder, databaseUrls }: ProjectSettings) {
  return {
    SERVICE_ENV_SECRET: envSecret,
    SERVICE_SERVER_URL: serverUrl === defaultServerUrl ? undefined : serverUrl,
    TOKEN_PATH: tokenFolder,
    LOG_LEVEL: 'Info',
    ...Object.fromEntries(databaseUrls.map((url, index) => [nameVariable(index), url])),
  }
}

function manifest(template: string, databaseUrls: readonly string[]): string {
  const content = JSON.parse(template) as { devDependencies: Record<string, string> }
  const drivers = databaseUrls.map(findDriver).filter(driver => driver !== undefined)
  const devDependencies = {
    '@service/forest-cloud': readVersion(),
    ...content.devDependencies,
    ...Object.fromEntries(drivers),
  }
  return `${JSON.stringify({ ...content, devDependencies }, null, 2)}\n`
}

function dataSources(template: string, { databaseUrls }: ProjectSettings): string {
  const lines = databaseUrls.map((_, index) => {
    const name = index === 0 ? 'main' : `database${index + 1}`
    return `\n    ${name}: { connectionOptions: process.env.${nameVariable(index)} },`
  })
  const body = lines.length === 0 ? '{}' : `{${lines.join('')}\n  }`
  return template.replace('return {}', () => `return ${body}`)
}

/** Returns the first collection of a typings file, quoted as there; undefined when it has none. */
function firstCollection(typings: string): string | undefined {
  const name = /^ {2}(?:([\w$]+)|("(?:[^"\\]|\\.)*")): \{$/m.exec(typings)
  return name?.[2] ?? (name?.[1] && `'${name[1]}'`)
}
