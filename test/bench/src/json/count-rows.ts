import { ask } from '../driver/ask.js'
import { inMessages, startTap } from '../servers/start-tap.js'
import { jsonRequests } from '../targets/agent-protocol.js'
import { sessionHeaders } from '../targets/session-token.js'
import { getJsonDatabase, startOnJson, type TargetSetting } from '../targets/start-targets.js'
import type { JsonFigures } from './json-figures.js'

/** Lets our agent answer `jsonFilter` once, and counts the rows that the database sends it. */
export async function countRows(setting: TargetSetting): Promise<JsonFigures> {
  const { name, url } = getJsonDatabase(setting)
  const address = new URL(url)
  let rowsRead = 0
  const tap = await startTap({ host: address.hostname, port: Number(address.port) }, () => ({
    fromServer: inMessages(readLength, message => {
      if (message[0] === DATA_ROW) rowsRead++
    }),
  }))
  address.port = String(tap.port)
  try {
    const ours = await startOnJson({ database: { name, url: address.href } }, setting)
    try {
      rowsRead = 0
      const wanted = jsonRequests.jsonFilter?.(0) ?? { path: '' }
      const { status, body } = await ask(ours.base, wanted, sessionHeaders(), true)
      if (status !== 200) throw new Error(`jsonFilter answers ${status}: ${body.slice(0, 200)}`)
    } finally {
      await ours.stop()
    }
  } finally {
    await tap.stop()
  }
  return { rowsRead }
}

const DATA_ROW = 'D'.charCodeAt(0)

/** A letter, then a length that counts itself. */
const readLength = (bytes: Buffer) => (bytes.length < 5 ? undefined : 1 + bytes.readInt32BE(1))
