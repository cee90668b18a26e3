/** What somebody did, for the activity log of the service. */
export interface ActivityEntry {
  /** Made by the writer: an entry with a key that was written before is not written again. */
  readonly key: string
  readonly type: 'read' | 'write'
  /** One of the log actions of the service, such as `index`, `search`, `update` or `action`. */
  readonly action: string
  readonly label?: string
  readonly recordIds?: readonly string[]
  readonly userId: number
  readonly teamName?: string
  readonly collectionName?: string
}
