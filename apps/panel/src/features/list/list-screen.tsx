import { TableProperties } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSchema } from '../../data/use-schema.js'
import { ErrorView } from '../../shell/error-view.js'
import { useAddress } from '../../shell/use-address.js'
import { useListState } from '../../shell/use-list-state.js'
import { Empty } from '../../ui/empty.js'
import { List } from './list.js'
import { ListSkeleton } from './list-skeleton.js'

/** The list of the collection that the address names. */
export function ListScreen() {
  const t = useTranslations('list')
  const { screen } = useAddress()
  const { data, error, isFetching, refetch } = useSchema()
  const name = 'collection' in screen ? screen.collection : ''
  const collection = data?.collections.get(name)
  // Asked for beside the schema, so that a view does not wait for both, one after the other.
  const { isWaiting } = useListState(collection)
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} />
  // What an earlier visit knew may lack a collection that is new.
  if (!data || (!collection && isFetching)) return <ListSkeleton />
  const icon = <TableProperties size={18} aria-hidden="true" />
  if (!collection) {
    return <Empty icon={icon} title={t('noCollection', { name })} hint={t('noCollectionHint')} />
  }
  if (!collection.rights.browse) {
    const title = t('mayNotBrowse', { name: collection.label })
    return <Empty icon={icon} title={title} hint={t('mayNotBrowseHint')} />
  }
  if (isWaiting) return <ListSkeleton />
  return <List key={name} collections={data.collections} collection={collection} />
}
