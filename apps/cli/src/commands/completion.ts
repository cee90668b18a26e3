import type { CommandIo } from '@service/service/cli'
import { Argument, type Command } from 'commander'
import { formatBash } from '../completion/bash.js'
import { formatFish } from '../completion/fish.js'
import { type CompletedCommand, listCommands } from '../completion/list-commands.js'
import { formatZsh } from '../completion/zsh.js'

type Format = (commands: readonly CompletedCommand[]) => string

const formats: ReadonlyMap<string, Format> = new Map([
  ['bash', formatBash],
  ['zsh', formatZsh],
  ['fish', formatFish],
])

export function addCompletion(program: Command, io: CommandIo): void {
  program
    .command('completion')
    .description('print a script with which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices([...formats.keys()]))
    .action((shell: string) => {
      io.output.write(formats.get(shell)?.(listCommands(program)) ?? '')
    })
}
