/**
 * Sends the URL of the service to the program that forked it (`child_process.fork`), and stops the service
 * when that program exits.
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
