let waiting: Promise<void> | undefined

/** A frame that never comes, such as that of a hidden page, is not waited for. */
const longestWait = 200

/**
 * Resolves when what is drawn now has been painted, for all who wait in the same task: their reads share a request.
 */
export function afterPaint(): Promise<void> {
  waiting ??= new Promise(resolve => {
    const finish = () => {
      clearTimeout(timer)
      waiting = undefined
      resolve()
    }
    const timer = setTimeout(finish, longestWait)
    requestAnimationFrame(() => setTimeout(finish))
  })
  return waiting
}
