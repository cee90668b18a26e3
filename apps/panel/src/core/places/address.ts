import { basePath } from './base-path.js'

/** What an address shows inside a place. */
export type Screen =
  | { readonly kind: 'home' }
  | { readonly kind: 'list'; readonly collection: string }
  | {
      readonly kind: 'record'
      readonly collection: string
      readonly id: string
      /** The name of a tab; absent for the first one. */
      readonly tab?: string
    }
  | {
      readonly kind: 'dashboards'
      readonly id?: string
      /** Whether it is being edited; `new` is then the id of one that does not exist yet. */
      readonly isEdited?: boolean
    }
  | { readonly kind: 'approvals'; readonly id?: string }
  | { readonly kind: 'inbox' }
  | {
      readonly kind: 'settings'
      readonly area?: string
      /** What of the area is open: a role, a person, an environment. */
      readonly id?: string
    }
  | { readonly kind: 'unknown'; readonly path: string }

/** A project, environment and team as an address names them: each by name or by id. */
export interface PlaceNames {
  readonly project?: string
  readonly environment?: string
  readonly team?: string
}

export interface Address extends PlaceNames {
  readonly screen: Screen
}

/** The path below which the panel is served. */
export const panelRoot: string = `${basePath}/app`

/**
 * Parses the path of an address of the panel. Every path has a meaning: one that names no screen
 * gives the screen `unknown`.
 *
 * @example
 * parseAddress('/app/Store/Production/Ops/data/orders')
 * // { project: 'Store', environment: 'Production', team: 'Ops', screen: { kind: 'list', collection: 'orders' } }
 */
export function parseAddress(path: string): Address {
  if (!`${path}/`.startsWith(`${panelRoot}/`)) return { screen: { kind: 'unknown', path } }
  const [project, environment, team, ...rest] = splitPath(path.slice(panelRoot.length))
  return {
    ...(project !== undefined && { project }),
    ...(environment !== undefined && { environment }),
    ...(team !== undefined && { team }),
    screen: parseScreen(rest, path),
  }
}

function parseScreen(parts: readonly string[], path: string): Screen {
  const [area, first, second, third, ...tooMany] = parts
  if (area === undefined) return { kind: 'home' }
  const unknown: Screen = { kind: 'unknown', path }
  if (tooMany.length > 0) return unknown
  if (area === 'data') return parseDataScreen(first, second, third) ?? unknown
  if (area === 'dashboards' && first !== undefined && second === 'edit' && third === undefined) {
    return { kind: area, id: first, isEdited: true }
  }
  if (area === 'settings' && third === undefined) {
    return {
      kind: 'settings',
      ...(first !== undefined && { area: first }),
      ...(second !== undefined && { id: second }),
    }
  }
  if (second !== undefined) return unknown
  if (area === 'dashboards' || area === 'approvals') {
    return { kind: area, ...(first !== undefined && { id: first }) }
  }
  return area === 'inbox' && first === undefined ? { kind: 'inbox' } : unknown
}

function parseDataScreen(
  collection: string | undefined,
  id: string | undefined,
  tab: string | undefined,
): Screen | undefined {
  if (collection === undefined) return undefined
  if (id === undefined) return { kind: 'list', collection }
  return { kind: 'record', collection, id, ...(tab !== undefined && { tab }) }
}

/**
 * Formats the path of an address, the inverse of `parseAddress`.
 *
 * @example
 * formatAddress({ project: 'Store', environment: 'Production', team: 'Ops', screen: { kind: 'inbox' } })
 * // '/app/Store/Production/Ops/inbox'
 */
export function formatAddress({ project, environment, team, screen }: Address): string {
  if (screen.kind === 'unknown') return screen.path
  const names = [project, environment, team]
  const missing = names.indexOf(undefined)
  const known = missing < 0 ? names : names.slice(0, missing)
  const parts = missing < 0 ? screenParts(screen) : []
  return [panelRoot, ...[...known, ...parts].flatMap(encodePart)].join('/')
}

function screenParts(screen: Screen): readonly (string | undefined)[] {
  switch (screen.kind) {
    case 'list':
      return ['data', screen.collection]
    case 'record':
      return ['data', screen.collection, screen.id, screen.tab]
    case 'dashboards':
      return [screen.kind, screen.id, screen.isEdited ? 'edit' : undefined]
    case 'approvals':
      return [screen.kind, screen.id]
    case 'settings':
      return ['settings', screen.area, screen.id]
    case 'inbox':
      return ['inbox']
    default:
      return []
  }
}

function splitPath(path: string): string[] {
  return path
    .split('/')
    .filter(part => part !== '')
    .map(decodePart)
}

/** URL parsers remove these path segments, so a backslash is put in front. */
const removedSegments = /^(?:\.{0,2}$|\\)/

/** `encodeURIComponent` throws on these. */
const loneSurrogate = /\p{Surrogate}/gu

function encodePart(part: string | undefined): string[] {
  if (part === undefined) return []
  const text = removedSegments.test(part) ? `\\${part}` : part
  return [encodeURIComponent(text.replace(loneSurrogate, '\ufffd'))]
}

function decodePart(part: string): string {
  const text = decodeOrKeep(part)
  return text.startsWith('\\') ? text.slice(1) : text
}

function decodeOrKeep(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
