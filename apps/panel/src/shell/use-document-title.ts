import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../data/place-context.js'
import { useSchema } from '../data/use-schema.js'
import { useAddress } from './use-address.js'
import { teamScreens } from './use-go-to.js'

/**
 * Names the tab after what it shows. Browsers store titles in their history, so there is nothing of a
 * record in it but the id, which is in the address too.
 */
export function useDocumentTitle(): void {
  const t = useTranslations('app')
  const shell = useTranslations('shell')
  const { screen } = useAddress()
  const { project, environment } = usePlace().place
  const { data } = useSchema()
  const name = 'collection' in screen ? screen.collection : undefined
  const collection = name && (data?.collections.get(name)?.label ?? name)
  const id = screen.kind === 'record' ? screen.id : undefined
  const other = teamScreens.find(({ kind }) => kind === screen.kind)
  const screenName = other && shell(other.kind)
  useEffect(() => {
    const shown = [collection, id, screenName].filter(Boolean).join(' ')
    const parts = [shown, project.name, environment.name, t('title')]
    document.title = parts.filter(Boolean).join(' · ')
  }, [t, collection, id, screenName, project.name, environment.name])
}
