import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../data/place-context.js'
import { useSchema } from '../data/use-schema.js'
import { useAddress } from './use-address.js'

/**
 * Names the tab after what it shows. Browsers store titles in their history, so there is nothing of a
 * record in it but the id, which is in the address too.
 */
export function useDocumentTitle(): void {
  const t = useTranslations('app')
  const { screen } = useAddress()
  const { project, environment } = usePlace().place
  const { data } = useSchema()
  const name = 'collection' in screen ? screen.collection : undefined
  const collection = name && (data?.collections.get(name)?.label ?? name)
  const id = screen.kind === 'record' ? screen.id : undefined
  useEffect(() => {
    const shown = [collection, id].filter(Boolean).join(' ')
    const parts = [shown, project.name, environment.name, t('title')]
    document.title = parts.filter(Boolean).join(' · ')
  }, [t, collection, id, project.name, environment.name])
}
