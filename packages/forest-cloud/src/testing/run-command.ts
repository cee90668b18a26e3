import { PassThrough } from 'node:stream'
import { runCli } from '../cli/run-cli.js'

/** The result of a command line. */
interface Outcome {
  readonly code: number
  readonly output: string
  readonly errors: string
}

interface CommandOptions {
  readonly folder: string
  readonly environment?: Record<string, string | undefined>
  /** Sent to standard input, which is a pipe. */
  readonly input?: string
  /** A person at a terminal, who types `keys` when the text before it is shown. */
  readonly answers?: readonly (readonly [question: string, keys: string])[]
  readonly now?: number
}

/** Runs a command line as its process would, in the given folder. */
export async function runCommand(
  args: readonly string[],
  { folder, environment = {}, input, answers, now = 0 }: CommandOptions,
): Promise<Outcome> {
  const written = { output: '', errors: '' }
  const collect = (name: keyof typeof written) => {
    const stream = new PassThrough()
    stream.on('data', chunk => {
      written[name] += chunk
    })
    return stream
  }
  const keyboard = new PassThrough()
  const screen = collect('output')
  if (answers) {
    Object.assign(keyboard, { isTTY: true, setRawMode: () => keyboard })
    Object.assign(screen, { isTTY: true, columns: 80, rows: 24 })
    typeWhenAsked(screen, keyboard, answers)
  } else keyboard.end(input ?? '')
  const code = await runCli(['node', 'forest-cloud', ...args], {
    environment,
    folder,
    input: keyboard,
    output: screen,
    errors: collect('errors'),
    now: () => now,
  })
  return { code, ...written }
}

function typeWhenAsked(
  screen: PassThrough,
  keyboard: PassThrough,
  answers: readonly (readonly [question: string, keys: string])[],
): void {
  const left = [...answers]
  let shown = ''
  screen.on('data', chunk => {
    shown += chunk
    const [question, keys] = left[0] ?? []
    if (question === undefined || !shown.includes(question)) return
    left.shift()
    shown = ''
    setImmediate(() => keyboard.write(`${keys}\r`))
  })
}
