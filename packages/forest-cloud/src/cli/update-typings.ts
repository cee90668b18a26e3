import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, describeError } from '../errors.js'
import { createEnvironment } from '../service/environment.js'
import { readEnvSecret } from '../settings/settings.js'
import type { Session } from './session.js'

const typingsFile = 'typings.d.ts'

/**
 * Regenerates the typings of a project: the structure of its databases with its customizations
 * applied, or, while neither `datasources.js` nor the code names a database, that of the schema the
 * agent uploaded.
 */
export async function updateTypings(session: Session): Promise<void> {
  const { io, terminal } = session
  const typings = await currentTypings(session)
  const isNew = await replaceChanged(join(io.folder, typingsFile), typings)
  await terminal.step(isNew ? `Wrote ${typingsFile}.` : `${typingsFile} is up to date.`)
}

async function currentTypings(session: Session): Promise<string> {
  const { io, terminal, logLevel } = session
  const { loadDataSources } = await import('../typings/datasources.js')
  const { loadCustomization } = await import('../typings/customization.js')
  const { makeTypings } = await import('../typings/make-typings.js')
  const logger = terminal.logger(logLevel)
  const sources = await loadDataSources(io.folder, terminal.addSecret)
  const customize = await loadCustomization(io.folder)
  if (sources.length > 0) return makeTypings({ sources, customize, logger })
  const { recordCustomizationCalls } = await import('../typings/record-customization-calls.js')
  const { journal, dataSources } = await recordCustomizationCalls(customize)
  if (dataSources.length > 0) return makeTypings({ sources, customize, logger })
  const collections = await uploadedCollections(session)
  const { uploadedTypings } = await import('../typings/uploaded-typings.js')
  return uploadedTypings({ collections, journal, warn: terminal.warn })
}

async function uploadedCollections({ io, terminal, serverUrl, call }: Session) {
  const envSecret = readEnvSecret(undefined, io.environment)
  const environment = createEnvironment(serverUrl, envSecret, call)
  const collections = await environment.uploadedCollections()
  if (!collections) {
    throw new CommandError(
      'Typings cannot be generated: datasources.js names no database, and no agent has uploaded a schema for this environment.',
    )
  }
  await terminal.step('datasources.js names no database: using the schema that the agent uploaded.')
  return collections
}

/** Replaces the file as a whole; an unchanged file is not written, because tools watch it. */
async function replaceChanged(path: string, text: string): Promise<boolean> {
  const current = await readFile(path, 'utf8').catch(() => undefined)
  if (current === text) return false
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, text, { flag: 'wx' })
    await rename(draft, path)
    return true
  } catch (error) {
    await rm(draft, { force: true })
    throw new CommandError(`'${path}' cannot be written: ${describeError(error)}`)
  }
}
