import type { CommandIo } from '@service/service/cli'
import { openCustomization } from './customize/use-customization.js'
import { chooseFolder, type DataFolder, openFolder } from './data-folder.js'
import { hasDesktop, openBrowser } from './open-browser.js'
import { type OpenSource, openSources } from './open-sources.js'
import { parseAddress } from './parse-address.js'
import { allowChanges, type BackOffice, startBackOffice } from './start-back-office.js'

export interface OpenOptions {
  readonly write?: boolean
  readonly customize?: string
  readonly data?: string
  readonly port?: number
  readonly schema?: readonly string[]
  readonly email: string
  readonly browser: boolean
}

/** Opens a back office on databases; it runs until `stop`. */
export async function openDatabases(
  given: readonly string[],
  options: OpenOptions,
  io: CommandIo,
): Promise<{ stop(): Promise<void> }> {
  const write = options.write ?? false
  const addresses = given.map(parseAddress)
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of undo.splice(0).reverse()) await close()
  }
  try {
    const path = chooseFolder(addresses, options.data, io)
    const folder = await openFolder(path, addresses, options.email)
    undo.push(folder.unlock)
    const customization = options.customize ? await openCustomization(options.customize) : undefined
    if (customization) undo.push(async () => customization.close())
    const settings = { write, schemas: options.schema, log: () => {} }
    const sources = await openSources(addresses, settings, io)
    undo.push(async () => void (await Promise.all(sources.map(source => source.close()))))
    const { port } = options
    const office = await startBackOffice({ sources, folder, write, port, customization }, io)
    undo.push(office.stop)
    announce(office, { folder, sources, write }, io)
    if (options.browser && hasDesktop(io)) openBrowser(office.welcomeUrl)
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Announced {
  readonly folder: DataFolder
  readonly sources: readonly OpenSource[]
  readonly write: boolean
}

function announce(
  { url, mcpUrl, welcomeUrl }: BackOffice,
  { folder, sources, write }: Announced,
  { output }: CommandIo,
): void {
  const labels = sources.map(({ address }) => address.label).join('\n             ')
  output.write(`
  ${welcomeUrl}
             signs you in, once within ten minutes

  later      ${url}
             ${folder.state.adminEmail}, password in ${folder.stateFile}
  database   ${labels}
  changes    ${write ? 'allowed' : `refused. ${allowChanges}`}
  MCP        ${mcpUrl}

Ctrl-C stops it; the next start keeps everything.
`)
}
