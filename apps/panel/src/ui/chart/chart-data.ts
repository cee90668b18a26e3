/** A named number. */
export interface ChartPart {
  readonly label: string
  readonly value: number
}

/** A point in time, in words: short for the axis, and in full. */
export interface ChartPoint {
  readonly tick: string
  /** Shown below the tick where it changes, such as the year of months. */
  readonly group?: string
  readonly label: string
}

/** As many values as there are points; null where there is none. */
export interface ChartLine {
  readonly label: string
  readonly values: readonly (number | null)[]
}

/** What a chart draws. */
export type ChartData =
  | {
      readonly kind: 'value'
      readonly value: number
      readonly previous?: number
      /** Earlier values, the oldest first. */
      readonly trend?: readonly number[]
    }
  | { readonly kind: 'percentage'; readonly value: number }
  | { readonly kind: 'objective'; readonly value: number; readonly objective: number }
  | { readonly kind: 'parts' | 'ranking'; readonly parts: readonly ChartPart[] }
  | {
      readonly kind: 'lines'
      readonly points: readonly ChartPoint[]
      readonly lines: readonly ChartLine[]
    }
  | {
      readonly kind: 'rows'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'text'; readonly text: string }

/** How numbers are written. */
interface ChartFormats {
  /** With all their digits. */
  readonly full: (value: number) => string
  /** For axes, such as 2.7 M €. */
  readonly short: (value: number) => string
  /** For numbers that stand alone. */
  readonly figure: (value: number) => string
  /** A percentage, such as 12.5. */
  readonly percent: (value: number) => string
}

/** Which part, point or line: both counted from 0. */
interface ChartMark {
  readonly index: number
  readonly line: number
  /** Of parts that are drawn together: the places of all of them. */
  readonly others?: readonly number[] | undefined
}

export interface ChartTexts {
  readonly empty: string
  /** The parts that are too small to be drawn one by one. */
  readonly formatOther: (count: number) => string
  readonly formatPrevious: (value: string) => string
  readonly formatGoal: (value: string) => string
  /** What a mark with records behind it does. */
  readonly open: string
}

export interface ChartLook {
  readonly title: string
  readonly formats: ChartFormats
  readonly texts: ChartTexts
  /** In pixels. */
  readonly height: number
  /** The address of the records that a mark counts. */
  readonly findLink?: ((mark: ChartMark) => string | undefined) | undefined
}
