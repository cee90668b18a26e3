import { useTranslations } from 'use-intl'

export default function ApprovalsScreen() {
  const t = useTranslations('approvals')
  return <h1 className="p-4 text-title font-semibold">{t('title')}</h1>
}
