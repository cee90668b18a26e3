import { runProgram } from './run-program.js'

/** The system calls that a systemd unit allows with its lines `SystemCallFilter=`. */
export async function listAllowedSystemCalls(unit: string): Promise<readonly string[]> {
  const sets = readSets(await runProgram('systemd-analyze', ['--no-pager', 'syscall-filter']))
  // systemd allows these in every list of what is allowed.
  const allowed = new Set(expand(sets, ['@default']))
  for (const [, isDenied, words = ''] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const name of expand(sets, words.split(' '))) {
      if (isDenied) allowed.delete(name)
      else allowed.add(name)
    }
  }
  return [...allowed]
}

type Sets = ReadonlyMap<string, readonly string[]>

/** Each set begins with its name in the first column; its members, calls or other sets, are below. */
function readSets(text: string): Sets {
  const sets = new Map<string, string[]>()
  let members: string[] = []
  for (const line of text.split('\n')) {
    const word = line.trim()
    if (line.startsWith('@')) {
      members = []
      sets.set(word, members)
    } else if (/^\s+[@\w]/.test(line)) {
      members.push(word)
    }
  }
  return sets
}

const expand = (sets: Sets, names: readonly string[]): readonly string[] =>
  names.flatMap(name => {
    if (!name.startsWith('@')) return [name]
    const members = sets.get(name)
    if (!members) throw new Error(`systemd knows no set of system calls '${name}'.`)
    return expand(sets, members)
  })
