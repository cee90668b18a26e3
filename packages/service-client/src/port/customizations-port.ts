/**
 * Customizations made without code, as the service stores them. The agent validates them, because
 * only it knows its collections.
 */
export interface CustomizationsPort {
  /**
   * Requests the customizations once, whether the client was started or not; rejects with
   * `ServiceAwayError`.
   */
  fetch(): Promise<readonly unknown[]>
  /**
   * Keeps the customizations current and calls back after each change; resolves after the first
   * request.
   */
  follow(onChange: () => void): Promise<void>
  /** The customizations loaded last; undefined when none were loaded yet. */
  readonly current: readonly unknown[] | undefined
}
