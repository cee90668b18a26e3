/** Something that can be clicked: a number, a part of a distribution, a period of a line. */
export type ChartMark =
  | { readonly kind: 'all' }
  | { readonly kind: 'part'; readonly key: unknown }
  /** The small parts of a distribution together. */
  | { readonly kind: 'others'; readonly keys: readonly unknown[] }
  | { readonly kind: 'period'; readonly index: number; readonly line: number }
