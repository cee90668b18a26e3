import { limitProgram, oursProgram } from '../servers/folders.js'
import { type ServerCommand, startServer } from '../servers/start-server.js'
import { schemaFile, writeSchemaFile } from '../targets/commands.js'
import { authSecret, sessionHeaders } from '../targets/session-token.js'
import type { Target } from '../targets/target.js'
import { documentRequests, firstDocuments } from './document-requests.js'

/** Starts the limit and our agent on a database with documents. */
export async function startDocumentTargets(
  mongoUrl: string,
  logDir: string,
): Promise<readonly [limit: Target, ours: Target]> {
  const limit = createTarget('limit-js', await startServer(limitCommand(mongoUrl), logDir))
  try {
    return [limit, await startOurs(mongoUrl, logDir)]
  } catch (error) {
    await limit.server.stop()
    throw error
  }
}

export async function startOurs(mongoUrl: string, logDir: string): Promise<Target> {
  const command = oursCommand(mongoUrl, logDir)
  await writeSchemaFile(command, logDir)
  return createTarget('ours', await startServer(command, logDir))
}

function limitCommand(mongoUrl: string): ServerCommand {
  return {
    name: 'limit-documents',
    args: [limitProgram],
    env: { VARIANT: 'mongo', MONGO_URL: mongoUrl },
    firstPath: firstDocuments,
    headers: {},
  }
}

function oursCommand(mongoUrl: string, logDir: string): ServerCommand {
  return {
    name: 'ours-documents',
    args: [oursProgram],
    env: {
      AUTH_SECRET: authSecret,
      MONGO_URL: mongoUrl,
      SCHEMA_FILE: schemaFile(logDir, 'ours-documents'),
    },
    firstPath: firstDocuments,
    headers: sessionHeaders(),
  }
}

function createTarget(name: string, server: Target['server']): Target {
  return {
    name,
    headers: sessionHeaders(),
    requests: documentRequests,
    server,
    isAgent: true,
    countRows: body => JSON.parse(body).data.length,
  }
}
