import { useTranslations } from 'use-intl'

export default function DashboardScreen() {
  const t = useTranslations('dashboards')
  return <h1 className="p-4 text-title font-semibold">{t('title')}</h1>
}
