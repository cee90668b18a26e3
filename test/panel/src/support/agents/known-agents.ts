import type { MakeData } from './agent-data.js'
import { makeContacts } from './contacts.js'
import { makeDocuments } from './documents.js'
import { makeEveryAction } from './every-action.js'
import { makeEveryType } from './every-type.js'
import { makeLargeTable } from './large-table.js'
import { makeManyTables } from './many-tables.js'
import { makeNoTables } from './no-tables.js'

/** The agents besides that of the shop. Each is an environment of its own in the project of the shop. */
export const knownAgents = {
  'People to import': makeContacts,
  'Every action': makeEveryAction,
  'Every type': makeEveryType,
  'Large table': makeLargeTable,
  'Many tables': makeManyTables,
  'No tables': makeNoTables,
  Documents: makeDocuments,
} as const satisfies Readonly<Record<string, MakeData>>

export type AgentName = keyof typeof knownAgents
