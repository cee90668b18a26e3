import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartTexts } from '../../ui/chart/chart-data.js'

/** The words that charts need. */
export function useChartTexts(): ChartTexts {
  const t = useTranslations('dashboards')
  return useMemo(
    () => ({
      empty: t('view.empty'),
      formatOther: count => t('view.other', { count }),
      formatPrevious: value => t('view.previous', { value }),
      formatGoal: value => t('view.goal', { value }),
      open: t('view.open'),
    }),
    [t],
  )
}
