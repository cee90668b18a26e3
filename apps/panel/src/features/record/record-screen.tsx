import { FileX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSchema } from '../../data/use-schema.js'
import { ErrorView } from '../../shell/error-view.js'
import { NoRightToRead } from '../../shell/record/record-details.js'
import { useAddress } from '../../shell/use-address.js'
import { Empty } from '../../ui/empty.js'
import { RecordPage } from './record-page.js'

/** The page of the record that the address names. */
export default function RecordScreen() {
  const t = useTranslations('list')
  const { screen } = useAddress()
  const { data, error, refetch } = useSchema()
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!data || screen.kind !== 'record') return null
  const collection = data.collections.get(screen.collection)
  if (!collection) {
    const title = t('noCollection', { name: screen.collection })
    return (
      <Empty
        icon={<FileX size={18} aria-hidden="true" />}
        title={title}
        hint={t('noCollectionHint')}
      />
    )
  }
  if (!collection.rights.read) return <NoRightToRead name={collection.label} />
  return (
    <RecordPage
      key={`${collection.name} ${screen.id}`}
      collections={data.collections}
      collection={collection}
      id={screen.id}
      tab={screen.tab}
    />
  )
}
