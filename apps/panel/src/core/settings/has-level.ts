import type { BootProject } from '@service/protocol'

/** What a member of a project may do in the service, from the least to the most. */
export type PermissionLevel = BootProject['permissionLevel']

export const permissionLevels: readonly PermissionLevel[] = [
  'user',
  'manager',
  'editor',
  'developer',
  'admin',
]

/**
 * Whether a permission level is at least as high as another one.
 *
 * @example
 * hasLevel('developer', 'editor') // true
 */
export const hasLevel = (level: PermissionLevel, least: PermissionLevel): boolean =>
  permissionLevels.indexOf(level) >= permissionLevels.indexOf(least)
