/** A record as the panel holds it. */
export interface PanelRecord {
  /** The record id, as in addresses and requests. */
  readonly id: string
  readonly collection: string
  /** The columns that were read, by name. */
  readonly values: Readonly<Record<string, unknown>>
  /** The to-one relations that were read; null when there is no related record. */
  readonly related: Readonly<Record<string, PanelRecord | null>>
}
