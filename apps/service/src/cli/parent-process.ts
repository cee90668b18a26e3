/** What the program that forked the service is told when it is ready. */
export interface ReadyMessage {
  readonly url: string
  /** Of the demo: signs its administrator in, once within ten minutes. */
  readonly welcomeUrl?: string
}

/**
 * Sends the URL of the service to the program that forked it (`child_process.fork`), and stops the service
 * when that program exits.
 */
export function followParent(message: ReadyMessage, stop: () => void): void {
  if (!process.send) return
  if (!process.connected) {
    stop()
    return
  }
  process.once('disconnect', stop)
  process.send(message)
}
