import type { LogLevel } from '@service/base'
import { type CredentialsFile, openCredentials } from '../credentials/credentials-file.js'
import { type Accounts, createAccounts } from '../service/accounts.js'
import { type CallService, createCaller } from '../service/call-service.js'
import {
  findTokenFolder,
  isOpenToOthers,
  readLogLevel,
  readServerUrl,
} from '../settings/settings.js'
import type { CommandIo } from './command-io.js'
import type { Terminal } from './terminal.js'

/** What the commands that send requests to a service have in common. */
export interface Session {
  readonly io: CommandIo
  readonly terminal: Terminal
  readonly logLevel: LogLevel
  readonly serverUrl: string
  readonly call: CallService
  readonly accounts: Accounts
  readonly tokenFolder: string
  readonly credentials: CredentialsFile
}

/** Reads the settings; sends nothing yet. */
export function openSession(
  io: CommandIo,
  terminal: Terminal,
  options: { readonly serverUrl?: string },
): Session {
  for (const name of ['SERVICE_ENV_SECRET', 'SERVICE_AUTH_TOKEN']) {
    terminal.addSecret(io.environment[name] ?? '')
  }
  const serverUrl = readServerUrl(options.serverUrl, io.environment)
  if (isOpenToOthers(serverUrl)) {
    terminal.warn(
      `${serverUrl} is not encrypted: secrets sent to it can be read on the network. Use https.`,
    )
  }
  const call = createCaller(serverUrl)
  const tokenFolder = findTokenFolder(io.folder, io.environment)
  return {
    io,
    terminal,
    logLevel: readLogLevel(io.environment),
    serverUrl,
    call,
    accounts: createAccounts(serverUrl, call),
    tokenFolder,
    credentials: openCredentials(tokenFolder, terminal.warn),
  }
}
