/**
 * Tells a program that started the service with a channel (`child_process.fork`) where it listens,
 * and stops when that program is gone.
 */
export function followParent(url: string, stop: () => void): void {
  if (!process.send) return
  if (!process.connected) {
    stop()
    return
  }
  process.once('disconnect', stop)
  process.send({ url })
}
