/** What is measured of documents besides their loads. */
export interface DocumentFigures {
  /** The version of MongoDB. */
  readonly server: string
  /** 1 when an index gives the sorted page its order, 0 when it does not. */
  readonly usesIndex: number
  /** Documents that the server looks at for the sorted page of 15. */
  readonly documentsRead: number
  /** Resident memory at the end of the export over that at its beginning; absent where /proc is not. */
  readonly exportGrowth?: number | undefined
}
