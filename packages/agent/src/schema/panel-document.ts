/** The schema of a caller, ready to be sent. */
export interface PanelDocument {
  readonly text: string
  readonly etag: string
}
