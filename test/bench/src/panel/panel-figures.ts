/** What is measured of the panel, in Chromium. Times are medians in ms unless their name says otherwise. */
export interface PanelFigures {
  readonly coldMs: number
  readonly coldOfLimit: number
  readonly warmMs: number
  /** What 80 ms of latency add to a cold load, in round trips. */
  readonly roundTrips: number
  readonly switchMs: number
  readonly switchOfLimit: number
  /** From the key to the picture, the slowest of twenty but one. */
  readonly moveP95Ms: number
  readonly selectP95Ms: number
  readonly peekP95Ms: number
  readonly paletteP95Ms: number
  /** The slowest of the four on a processor that is four times slower. */
  readonly slowProcessorP95Ms: number
  /** Time between two frames while rows go by. */
  readonly frameP95Ms: number
  readonly heapMb: number
  readonly heapGrowthMb: number
  /** What the heap of the page grows by while a million rows are exported. Absent: there is no export. */
  readonly exportGrowthMb?: number
}
