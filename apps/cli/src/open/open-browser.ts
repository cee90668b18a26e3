import { spawn } from 'node:child_process'
import type { CommandIo } from '@service/service/cli'

const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Whether a person sits at a desktop whose browser can be opened. */
export function hasDesktop({ environment, output }: CommandIo): boolean {
  const isTerminal = 'isTTY' in output && output.isTTY === true
  if (!isTerminal || environment.CI || environment.SSH_CONNECTION) return false
  if (process.platform !== 'linux') return true
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY)
}

/** Opens an address in the browser; when that fails, the printed link remains. */
export function openBrowser(url: string): void {
  const [program, ...args] = programs[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
