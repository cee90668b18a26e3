import { useTranslations } from 'use-intl'
import { jobKinds } from '../../../core/settings/job.js'

/** The words for a kind of job; a kind of a later version is shown as it is. */
export function useJobKind(): (kind: string) => string {
  const t = useTranslations('jobs')
  return kind => {
    const known = jobKinds.find(each => each === kind)
    return known ? t(`kinds.${known}`) : kind
  }
}
