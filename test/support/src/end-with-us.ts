import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Ends a process when this one is gone, also when it was killed: a shell of its own waits until the
 * pipe from us ends. Programs of ours that are started with a channel end by themselves.
 */
export function endWithUs<T extends ChildProcess>(
  child: T,
  signal: 'SIGKILL' | 'SIGINT' | 'SIGQUIT' = 'SIGKILL',
): T {
  if (child.pid === undefined) return child
  const script = 'read -r _ || kill -s "$1" "$2"'
  const guard = spawn('sh', ['-c', script, 'guard', signal.slice(3), String(child.pid)], {
    // Ctrl-C in a terminal reaches us, and not the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  child.once('exit', () => guard.stdin.end('\n'))
  return child
}
