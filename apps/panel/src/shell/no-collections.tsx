import { Database } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button.js'
import { Empty } from '../ui/empty.js'
import ConnectLink from './connect-link.js'

/** The agent is there, but has nothing that the person may see. */
export default function NoCollections({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('shell')
  return (
    <Empty
      icon={<Database size={18} aria-hidden="true" />}
      title={t('noCollections')}
      hint={t('noCollectionsHint')}
    >
      <Button onClick={onRetry}>{t('checkAgain')}</Button>
      <ConnectLink />
    </Empty>
  )
}
