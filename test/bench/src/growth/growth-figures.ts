/** What was measured with one amount of work. */
export interface GrowthStep {
  readonly size: number
  /** The time that is compared: of a start or of a request. */
  readonly ms: number
  /** Resident memory afterwards; absent where /proc is not. */
  readonly memoryMb?: number
}

/** How time and memory grow with the work, from the first step to the last. */
export interface Growth {
  readonly what: string
  readonly steps: readonly GrowthStep[]
  readonly workGrowth: number
  readonly timeGrowth: number
  readonly memoryGrowth?: number
}

export interface GrowthFigures {
  readonly growths: readonly Growth[]
  /** The highest growth of time over that of the work: 1 is linear. */
  readonly worst: number
}

/** Compares the last step with the first. */
export function computeGrowth(what: string, steps: readonly GrowthStep[]): Growth {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) throw new Error(`${what} was not measured.`)
  return {
    what,
    steps,
    workGrowth: last.size / first.size,
    timeGrowth: last.ms / first.ms,
    ...(first.memoryMb !== undefined &&
      last.memoryMb !== undefined && { memoryGrowth: last.memoryMb / first.memoryMb }),
  }
}

export const findWorst = (growths: readonly Growth[]): number =>
  Math.max(...growths.map(({ timeGrowth, workGrowth }) => timeGrowth / workGrowth))
