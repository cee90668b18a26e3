import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseRounds } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureIo } from '../../../service/src/testing/capture-io.js'
import { createProgram } from '../create-program.js'
import { runCli } from '../run-cli.js'
import { listCommands } from './list-commands.js'

/** In the short run the shells share the commands: each is asked for some, and together for all. */
const TURNS = chooseRounds(3, 1)

/** How each shell is asked what it would offer for the last of these words. */
const questions: Readonly<Record<string, (script: string, words: readonly string[]) => string>> = {
  bash: (script, words) => `source ${script}
    compopt() { :; }
    COMP_WORDS=(${words.map(quote).join(' ')}) COMP_CWORD=${words.length - 1}
    _backoffice; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Outside of its line editor zsh offers nothing: what it would offer is printed.
  zsh: (script, words) => `compdef() { :; }; _message() { :; }
    source ${script}
    compadd() { print -l -- "\${@[2,-1]}" }
    _files() { if [[ $1 == -/ ]] { print -l -- folder/ } else { print -l -- file folder } }
    _describe() { print -l -- "\${candidates[@]%%:*}" }
    words=(${words.map(quote).join(' ')}) CURRENT=${words.length}
    _backoffice`,
  fish: (script, words) => `source ${script}; complete -C ${quote(words.join(' '))}`,
}

const quote = (text: string) => `'${text}'`
const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0

describe.each(Object.keys(questions))('completion %s', shell => {
  const turn = Object.keys(questions).indexOf(shell)
  let folder: string
  let script: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'completion-'))
    const io = captureIo({})
    expect(await runCli(['node', 'backoffice', 'completion', shell], io)).toBe(0)
    script = join(folder, `script.${shell}`)
    writeFileSync(script, io.written.output)
    writeFileSync(join(folder, 'file'), '')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (...args: string[]) => {
    const options = { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder } }
    return spawnSync(shell, args, options as { encoding: 'utf8' })
  }
  /** The words offered; a shell that filters later offers more than those that begin as asked. */
  const offer = (...words: string[]) => {
    const asked = questions[shell]?.(script, ['backoffice', ...words]) ?? ''
    const { stdout, stderr } = run('-c', asked)
    expect(stderr).toBe('')
    const offered = stdout.split('\n').map(line => line.split('\t')[0]?.trim() ?? '')
    return new Set(offered.filter(word => word !== '' && word.startsWith(words.at(-1) ?? '')))
  }

  it.skipIf(!isInstalled(shell))('is a valid script', () => {
    expect(run('-n', script)).toMatchObject({ status: 0, stderr: '' })
  })

  it.skipIf(!isInstalled(shell))('offers the commands, options and values of the program', () => {
    const all = listCommands(createProgram(captureIo({})))
    for (const { words, commands, options } of all.filter((_, at) => (at + turn) % TURNS === 0)) {
      const path = words === '' ? [] : words.split(' ')
      const names = commands.map(command => command.words.split(' ').at(-1))
      if (names.length > 0) expect([...offer(...path, '')]).toEqual(expect.arrayContaining(names))
      expect([...offer(...path, '--')]).toEqual(
        expect.arrayContaining(options.map(({ name }) => name)),
      )
    }
    expect(offer('us')).toEqual(new Set(['user']))
    expect(offer('user', 'create', '--email', 'a@b.c', '--level', 'm')).toEqual(
      new Set(['manager']),
    )
    expect(offer('completion', 'z')).toEqual(new Set(['zsh']))
    expect(offer('restore', 'fi')).toEqual(new Set(['file']))
    expect(offer('verify', '--archives', 'fi')).toEqual(new Set())
  })
})

describe('completion', () => {
  it('refuses other shells', async () => {
    const io = captureIo({})
    expect(await runCli(['node', 'backoffice', 'completion', 'ksh'], io)).toBe(2)
    expect(io.written.errors).toContain('Allowed choices are bash, zsh, fish.')
  })
})
