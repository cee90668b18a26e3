/** Receives the notifications of a PostgreSQL channel. */
export interface Listener {
  onNotification(payload: string): void
  /** Called when the connection is listening. Earlier notifications may have been missed. */
  opened(): void
}

/** Stops listening. */
export type Unlisten = () => Promise<void>
