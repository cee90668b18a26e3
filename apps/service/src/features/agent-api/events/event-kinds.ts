import type { WireEvent } from '@service/protocol'

/** The event kinds that agents receive. Other kinds in the feed are for the service itself. */
export const refreshEvents = [
  'refresh-users',
  'refresh-roles',
  'refresh-renderings',
  'refresh-ip-rules',
  'refresh-grants',
  'refresh-customizations',
] as const satisfies readonly WireEvent[]

export type RefreshEvent = (typeof refreshEvents)[number]

export const isRefreshEvent = (kind: string): kind is RefreshEvent =>
  refreshEvents.some(known => known === kind)
