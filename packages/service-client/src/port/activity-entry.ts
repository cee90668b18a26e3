/** What somebody did, for the activity log of the service. */
export interface ActivityEntry {
  /** Made by the writer: an entry with a key that was written before is not written again. */
  readonly key: string
  readonly type: 'read' | 'write'
  /** One of the log actions of the service, such as `index`, `search`, `update` or `action`. */
  readonly action: string
  readonly label?: string
  readonly recordIds?: readonly string[]
  /** When it happened, by the writer's clock: ISO 8601 in UTC. Absent: when the service writes it. */
  readonly occurredAt?: string
  readonly userId: number
  /** How the user and their team were called then. Absent: as the service calls them. */
  readonly username?: string
  readonly userEmail?: string
  readonly teamName?: string
  readonly collectionName?: string
}

/** An entry that the service can never take, and why. */
export interface RefusedEntry {
  readonly entry: ActivityEntry
  readonly reason: string
}
