import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { assignLetters } from '../core/commands/commands.js'
import { formatAddress } from '../core/places/address.js'
import { listCollections } from '../core/schema/list-collections.js'
import { usePlace } from '../data/place-context.js'
import { type PlaceModel, useSchema } from '../data/use-schema.js'
import { type PanelCommand, useCommands } from './commands.js'

/** Letters of `G` then a letter that belong to other screens. */
const reserved = ['d', 'a', 'i']

/** The letter of each collection, for `G` then a letter. Favourites choose theirs first. */
export function chooseLetters(model: PlaceModel): ReadonlyMap<string, string> {
  return assignLetters(
    listCollections(model).map(({ name }) => name),
    reserved,
  )
}

/** `G` then a letter opens a collection. */
export function useGoTo(): void {
  const t = useTranslations('shell')
  const { names } = usePlace()
  const { history } = useRouter()
  const { data } = useSchema()
  const commands = useMemo((): readonly PanelCommand[] => {
    if (!data) return []
    return [...chooseLetters(data)].map(([name, letter]) => ({
      id: `go to ${name}`,
      title: t('goTo', { name: data.collections.get(name)?.label ?? name }),
      group: 'goTo',
      shortcut: `g ${letter}`,
      isKeyOnly: true,
      run: () =>
        history.push(formatAddress({ ...names, screen: { kind: 'list', collection: name } })),
    }))
  }, [data, names, history, t])
  useCommands(commands)
}
