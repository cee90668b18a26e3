import type { Command, Option } from 'commander'

/** What a shell offers for a value: these words, files, folders, or nothing. */
export type Values = readonly string[] | 'files' | 'folders' | undefined

export interface CompletedOption {
  /** With its dashes. */
  readonly name: string
  readonly description: string
  /** Whether a value follows. */
  readonly takesValue: boolean
  readonly values: Values
}

/** A command, for completion: what may follow its words. */
export interface CompletedCommand {
  /** The words that lead to it, such as `user create`; empty for the program. */
  readonly words: string
  readonly description: string
  /** The words of the commands below it. */
  readonly commands: readonly CompletedCommand[]
  readonly options: readonly CompletedOption[]
  readonly values: Values
}

/** Every command that is not hidden, the program first. */
export function listCommands(program: Command): readonly CompletedCommand[] {
  const flatten = (command: CompletedCommand): readonly CompletedCommand[] => [
    command,
    ...command.commands.flatMap(flatten),
  ]
  return flatten(describeCommand(program, ''))
}

function describeCommand(command: Command, words: string): CompletedCommand {
  const help = command.createHelp()
  const [argument] = command.registeredArguments
  return {
    words,
    description: command.description(),
    commands: help
      .visibleCommands(command)
      .filter(each => each.name() !== 'help')
      .map(each => describeCommand(each, `${words} ${each.name()}`.trim())),
    options: help.visibleOptions(command).map(describeOption),
    values: argument && (argument.argChoices ?? chooseFiles(argument.name(), ['file', 'address'])),
  }
}

const describeOption = (option: Option): CompletedOption => ({
  name: option.long ?? option.short ?? '',
  description: option.description,
  takesValue: option.required || option.optional,
  values: option.argChoices ?? chooseFiles(/<([^>.]+)/.exec(option.flags)?.[1] ?? ''),
})

/** The name of a value says whether it is a path. An address to open may be a file of SQLite. */
function chooseFiles(name: string, fileNames = ['file']): Values {
  if (fileNames.includes(name)) return 'files'
  return name === 'folder' ? 'folders' : undefined
}
