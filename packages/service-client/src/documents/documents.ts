import type { Snapshot } from '../port/snapshot.js'
import { parseIpRules } from './parse-ip-rules.js'
import { parseRenderings } from './parse-renderings.js'
import { parseRights } from './parse-rights.js'
import { parseUsers } from './parse-users.js'
import type { Warn } from './shape.js'

export const documentNames = ['rights', 'users', 'renderings', 'ipRules'] as const

/** Name of one of the documents a snapshot is built from. */
export type DocumentName = (typeof documentNames)[number]

interface Document {
  readonly path: string
  /** Parses the document into its part of the snapshot; throws when it is invalid as a whole. */
  readonly parse: (document: unknown, warn: Warn) => Partial<Snapshot>
  /** The event that announces a new version. */
  readonly event: string
}

export const documents: Readonly<Record<DocumentName, Document>> = {
  rights: {
    path: '/agent-api/permissions/environment',
    parse: (document, warn) => ({ rights: parseRights(document, warn) }),
    event: 'refresh-roles',
  },
  users: {
    path: '/agent-api/permissions/users',
    parse: parseUsers,
    event: 'refresh-users',
  },
  renderings: {
    path: '/agent-api/permissions/renderings',
    parse: (document, warn) => ({ renderings: parseRenderings(document, warn) }),
    event: 'refresh-renderings',
  },
  ipRules: {
    path: '/agent-api/ip-rules',
    parse: (document, warn) => ({ ipRules: parseIpRules(document, warn) }),
    event: 'refresh-ip-rules',
  },
}
