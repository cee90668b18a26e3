/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly word: string
  /** The rest of the line and of the lines that continue it. */
  readonly rest: string
}

/** The instructions of each stage, the first of which is its FROM. */
export function readDockerfile(text: string): readonly (readonly Instruction[])[] {
  const lines = text
    .split('\n')
    .filter(line => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [word = '', ...rest] = line.split(' ')
    if (word === 'FROM') stages.push([])
    stages.at(-1)?.push({ word, rest: rest.join(' ') })
  }
  return stages
}

/** Variables of the instructions ENV. */
export function readVariables(stage: readonly Instruction[]): Readonly<Record<string, string>> {
  const words = stage.filter(each => each.word === 'ENV').flatMap(each => each.rest.split(/\s+/))
  return Object.fromEntries(words.map(word => word.split('=', 2)))
}
