import type { CompletedCommand, Values } from './list-commands.js'
import { quote } from './quote.js'

const offer = (values: Values): string => {
  if (values === 'files') return ' -F'
  if (values === 'folders') return " -f -a '(__fish_complete_directories)'"
  return values === undefined ? ' -f' : ` -f -a ${quote(values.join(' '))}`
}

/** A script that completes in fish, with descriptions. */
export function formatFish(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ words }) => words !== '').map(({ words }) => quote(words))
  const lines = commands.flatMap(command => {
    const start = `complete -c backoffice -n ${quote(`__backoffice_is_at "${command.words}"`)}`
    return [
      ...command.commands.map(
        each =>
          `${start} -a ${quote(each.words.split(' ').at(-1) ?? '')} -d ${quote(each.description)}`,
      ),
      ...command.options.map(
        ({ name, description, takesValue, values }) =>
          `${start} -l ${name.slice(2)}${takesValue ? ` -r${offer(values)}` : ''} -d ${quote(description)}`,
      ),
      ...(command.values === undefined ? [] : [`${start}${offer(command.values)}`]),
    ]
  })
  return `# Completion of backoffice for fish. Add to ~/.config/fish/config.fish: backoffice completion fish | source
function __backoffice_is_at
  set -l at
  for word in (commandline -opc)[2..-1]
    switch (string join ' ' -- $at $word)
      case ${paths.join(' ')}
        set at $at $word
    end
  end
  test "$at" = "$argv[1]"
end
complete -c backoffice -f
${lines.join('\n')}
`
}
