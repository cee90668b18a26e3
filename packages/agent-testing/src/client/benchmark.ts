import { performance } from 'node:perf_hooks'

/** Durations in milliseconds. */
export interface BenchmarkResult {
  readonly times: number
  readonly durations: readonly number[]
  readonly average: number
  readonly min: number
  readonly max: number
  readonly total: number
}

/** Runs a function several times, one run after the other. */
export interface Benchmark {
  times(count: number): Benchmark
  run(task: () => unknown): Promise<BenchmarkResult>
}

export function createBenchmark(count = 1): Benchmark {
  return {
    times(wanted) {
      if (Number.isSafeInteger(wanted) && wanted > 0) return createBenchmark(wanted)
      throw new RangeError(`A benchmark runs a whole number of times from 1, not ${wanted}.`)
    },
    async run(task) {
      const durations: number[] = []
      for (let index = 0; index < count; index += 1) {
        const startedAt = performance.now()
        await task()
        durations.push(performance.now() - startedAt)
      }
      const total = durations.reduce((sum, duration) => sum + duration, 0)
      return {
        times: count,
        durations,
        average: total / count,
        min: Math.min(...durations),
        max: Math.max(...durations),
        total,
      }
    },
  }
}
