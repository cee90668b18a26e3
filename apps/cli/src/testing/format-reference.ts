import type { Argument, Command, Option } from 'commander'

/** Every command of a program with its arguments and options, as Markdown. */
export function formatReference(program: Command): string {
  return listLeaves(program)
    .map(([words, command]) => formatCommand(words, command))
    .join('\n')
}

/** Commands that do something, with the words that lead to them. */
function listLeaves(command: Command, words = ''): readonly (readonly [string, Command])[] {
  const below = command.createHelp().visibleCommands(command)
  return below
    .filter(each => each.name() !== 'help')
    .flatMap(each => {
      const path = `${words} ${each.name()}`.trim()
      return each.commands.length > 0 ? listLeaves(each, path) : [[path, each] as const]
    })
}

function formatCommand(words: string, command: Command): string {
  const help = command.createHelp()
  const options = help.visibleOptions(command).filter(option => option.long !== '--help')
  const rows = [
    ...command.registeredArguments.map(each => [formatArgument(each), describeArgument(each)]),
    ...options.map(each => [`\`${each.flags}\``, describeOption(each)]),
  ]
  const table =
    rows.length === 0
      ? ''
      : `\n| argument or option | |\n|---|---|\n${rows.map(([name, text]) => `| ${name} | ${text} |\n`).join('')}`
  return `### \`${words}\`\n\n${capitalise(command.description())}.\n${table}`
}

const formatArgument = (argument: Argument) =>
  `\`<${argument.name()}${argument.variadic ? '...' : ''}>\``

const describeArgument = ({ description, argChoices }: Argument) =>
  `${capitalise(description)}.${formatChoices(argChoices)}`

function describeOption(option: Option): string {
  const notes = [
    option.mandatory ? '**Required.**' : '',
    typeof option.defaultValue === 'string' ? `Default: \`${option.defaultValue}\`.` : '',
  ].filter(note => note !== '')
  return [`${capitalise(option.description)}.${formatChoices(option.argChoices)}`, ...notes].join(
    ' ',
  )
}

const formatChoices = (choices: readonly string[] = []) =>
  choices.length === 0 ? '' : ` One of ${choices.map(choice => `\`${choice}\``).join(', ')}.`

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
