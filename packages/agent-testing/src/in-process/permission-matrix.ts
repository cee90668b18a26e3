import { checkOptionNames, knownNames, listOptionNames, OptionError } from '@service/base'
import type { SchemaAction, SchemaFile } from '@service/protocol'
import type { Right } from '@service/service-client'
import type { AgentTestClient } from '../client/test-client.js'

/** Which part of the matrix to create. Default: all of it, without fields. */
export interface MatrixOptions {
  /** Names of roles. */
  readonly roles?: readonly string[]
  readonly collections?: readonly string[]
  readonly rights?: readonly (Right | 'trigger')[]
  /** Also include which fields may be read. Default: false. */
  readonly fields?: boolean
}

/** Result for a role: `approval` needs an approval first, `-` is not possible for any role. */
export type MatrixCell = 'yes' | 'no' | 'approval' | '-'

export interface MatrixRow {
  readonly collection: string
  /** Such as `list`, `count`, `update` or `action Refund`. */
  readonly route: string
  readonly right: Right | 'trigger'
  readonly cells: Readonly<Record<string, MatrixCell>>
}

/** Who may do what, as found by calling the agent. */
export interface PermissionMatrix {
  readonly rows: readonly MatrixRow[]
  /** A table, for people and for snapshots. */
  toString(): string
}

export interface MatrixSource {
  readonly client: AgentTestClient
  readonly schema: SchemaFile
  /** Names of roles that have a user. */
  readonly roles: readonly string[]
  /** Whether a role needs an approval for an action. */
  readonly needsApproval: (role: string, collection: string, action: string) => boolean
}

interface Probe {
  readonly route: string
  readonly right: Right | 'trigger'
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly action?: string
}

/**
 * An empty `or` matches nothing, and no record has this id, so probes neither read much nor write.
 */
const nothing = encodeURIComponent('{"aggregator":"or","conditions":[]}')
const noField = 'no field of this collection'

const optionNames = listOptionNames<MatrixOptions>({
  roles: true,
  collections: true,
  rights: true,
  fields: true,
})

/** Calls every route as every role. */
export async function drawMatrix(
  source: MatrixSource,
  options: MatrixOptions,
): Promise<PermissionMatrix> {
  checkOptionNames(options, optionNames, 'permissions.matrix')
  const { roles = source.roles, collections, rights } = options
  const known = source.schema.collections.map(({ name }) => name)
  const unknown = collections?.find(name => !known.includes(name))
  if (unknown !== undefined) {
    throw new OptionError(`No collection '${unknown}'. There are: ${knownNames(unknown, known)}`)
  }
  const chosen = source.schema.collections.filter(
    ({ name }) => !collections || collections.includes(name),
  )
  const rows: MatrixRow[] = []
  for (const collection of chosen) {
    const { name } = collection
    const fields = options.fields ? collection.fields.filter(field => !field.relationship) : []
    const probes = [
      ...recordProbes(name),
      ...fields.map(({ field }) => fieldProbe(name, field)),
      ...collection.actions.map(action => actionProbe(name, action)),
    ]
    for (const probe of probes.filter(({ right }) => !rights || rights.includes(right))) {
      const cells = await Promise.all(roles.map(role => sendProbe(source, role, name, probe)))
      const byRole = Object.fromEntries(roles.map((role, index) => [role, cells[index]!]))
      rows.push({ collection: name, route: probe.route, right: probe.right, cells: byRole })
    }
  }
  return { rows, toString: () => printTable(rows, roles) }
}

async function sendProbe(
  { client, needsApproval }: MatrixSource,
  role: string,
  collection: string,
  { method, path, body, action }: Probe,
): Promise<MatrixCell> {
  const url = `${path}${path.includes('?') ? '&' : '?'}timezone=UTC`
  const response = await client.as(role).fetch(url, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  await response.arrayBuffer()
  if (response.status === 403) return 'no'
  // Probes are invalid on purpose, so that nothing happens: 400 and 404 mean that permission was
  // given.
  if (response.ok || response.status === 400 || response.status === 404) {
    return action !== undefined && needsApproval(role, collection, action) ? 'approval' : 'yes'
  }
  if (response.status === 422) return '-'
  throw new Error(`${method} ${path} responded to '${role}' with status ${response.status}.`)
}

function recordProbes(collection: string): readonly Probe[] {
  const path = `/${encodeURIComponent(collection)}`
  const attributes = { [noField]: null }
  return [
    { route: 'list', right: 'browse', method: 'GET', path: `${path}?page[size]=1` },
    { route: 'count', right: 'browse', method: 'GET', path: `${path}/count?filters=${nothing}` },
    { route: 'csv', right: 'export', method: 'GET', path: `${path}.csv?filters=${nothing}` },
    { route: 'get', right: 'read', method: 'GET', path: `${path}/-1` },
    {
      route: 'update',
      right: 'edit',
      method: 'PUT',
      path: `${path}/-1`,
      body: { data: { attributes } },
    },
    { route: 'create', right: 'add', method: 'POST', path, body: { data: { attributes } } },
    {
      route: 'delete',
      right: 'delete',
      method: 'DELETE',
      path,
      body: { data: { attributes: { ids: [] } } },
    },
  ]
}

function fieldProbe(collection: string, field: string): Probe {
  const [name, column] = [collection, field].map(encodeURIComponent)
  return {
    route: `field ${field}`,
    right: 'read',
    method: 'GET',
    path: `/${name}?page[size]=1&fields[${name}]=${column}&filters=${nothing}`,
  }
}

function actionProbe(collection: string, { name, endpoint }: SchemaAction): Probe {
  const actionPath = endpoint.slice(endpoint.indexOf('/_actions/'))
  return {
    route: `action ${name}`,
    right: 'trigger',
    method: 'POST',
    path: encodeURI(actionPath),
    body: { data: { attributes: { collection_name: collection } } },
    action: name,
  }
}

function printTable(rows: readonly MatrixRow[], roles: readonly string[]): string {
  const lines = [
    ['collection', 'route', 'right', ...roles],
    ...rows.map(({ collection, route, right, cells }) => [
      collection,
      route,
      right,
      ...roles.map(role => cells[role] ?? ''),
    ]),
  ]
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map(line => line[column]?.length ?? 0)),
  )
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
