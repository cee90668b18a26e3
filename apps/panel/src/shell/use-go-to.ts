import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { assignLetters } from '../core/commands/commands.js'
import { formatAddress, type Screen } from '../core/places/address.js'
import { listCollections } from '../core/schema/list-collections.js'
import { history } from '../data/history.js'
import { usePlace } from '../data/place-context.js'
import { type PlaceModel, useSchema } from '../data/use-schema.js'
import { type PanelCommand, useCommands } from './commands.js'

/** The screens besides those of collections, each with its letter for `G` then a letter. */
export const teamScreens = [
  { kind: 'dashboards', letter: 'd' },
  { kind: 'approvals', letter: 'a' },
  { kind: 'inbox', letter: 'i' },
  { kind: 'settings', letter: ',' },
] as const

/** The letter of each collection, for `G` then a letter. Favourites choose theirs first. */
export function chooseLetters(model: PlaceModel): ReadonlyMap<string, string> {
  return assignLetters(
    listCollections(model).map(({ name }) => name),
    teamScreens.map(({ letter }) => letter),
  )
}

/** `G` then a letter opens a collection or another screen. */
export function useGoTo(): void {
  const t = useTranslations('shell')
  const { names } = usePlace()
  const { data } = useSchema()
  const commands = useMemo((): readonly PanelCommand[] => {
    const build = (name: string, label: string, letter: string, screen: Screen): PanelCommand => ({
      id: `go to ${name}`,
      title: t('goTo', { name: label }),
      group: 'goTo',
      shortcut: `g ${letter}`,
      isKeyOnly: screen.kind === 'list',
      run: () => history.push(formatAddress({ ...names, screen })),
    })
    const letters = data ? [...chooseLetters(data)] : []
    return [
      ...letters.map(([name, letter]) => {
        const label = data?.collections.get(name)?.label ?? name
        return build(name, label, letter, { kind: 'list', collection: name })
      }),
      ...teamScreens.map(({ kind, letter }) => build(`the ${kind}`, t(kind), letter, { kind })),
    ]
  }, [data, names, t])
  useCommands(commands)
}
