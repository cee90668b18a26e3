/** The rows that a list shows: what counts, exports and bulk selections share. */
export type RowQuery = Readonly<Record<string, string>>
