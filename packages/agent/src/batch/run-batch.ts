/** How many reads of a batch run at the same time. */
const parallelReads = 6

/**
 * Runs tasks, a few at a time, and yields their results in the order in which they finish. The next
 * ones begin when results are taken, so that a slow reader holds back the rest. Ends when the signal
 * aborts; tasks that run then are not waited for.
 */
export async function* runBatch<Task, Result>(
  tasks: readonly Task[],
  run: (task: Task) => Promise<Result>,
  signal: AbortSignal,
): AsyncGenerator<Result, void> {
  const aborted = waitForAbort(signal)
  const running = new Set<Promise<Done<Result>>>()
  let next = 0
  try {
    while (next < tasks.length || running.size > 0) {
      while (running.size < parallelReads && next < tasks.length) {
        const promise: Promise<Done<Result>> = run(tasks[next++]!).then(result => ({
          result,
          promise,
        }))
        running.add(promise)
      }
      const done = await Promise.race([aborted.promise, ...running])
      if (done === undefined) return
      running.delete(done.promise)
      yield done.result
    }
  } finally {
    aborted.stop()
  }
}

interface Done<Result> {
  readonly result: Result
  readonly promise: Promise<Done<Result>>
}

function waitForAbort(signal: AbortSignal): {
  readonly promise: Promise<undefined>
  readonly stop: () => void
} {
  let stop = () => {}
  const promise = new Promise<undefined>(resolve => {
    const onAbort = () => resolve(undefined)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    stop = () => signal.removeEventListener('abort', onAbort)
  })
  return { promise, stop: () => stop() }
}
