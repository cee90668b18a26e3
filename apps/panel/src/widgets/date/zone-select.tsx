import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listZones } from '../../core/text/list-zones.js'

interface ZoneSelectProps {
  readonly fieldLabel: string
  readonly zone: string
  readonly usualZone: string
  readonly isDisabled: boolean
  readonly onChange: (zone: string) => void
}

/** The zone in which a date is shown and typed. All zones are listed when somebody opens it. */
export function ZoneSelect({ fieldLabel, zone, usualZone, isDisabled, onChange }: ZoneSelectProps) {
  const t = useTranslations('widgets')
  const [isUsed, setUsed] = useState(false)
  const zones = isUsed ? listZones(usualZone, zone) : [...new Set([usualZone, zone, 'UTC'])]
  return (
    <select
      aria-label={t('zone', { name: fieldLabel })}
      value={zone}
      disabled={isDisabled}
      onPointerDown={() => setUsed(true)}
      onFocus={() => setUsed(true)}
      onChange={event => onChange(event.target.value)}
      className="field-sizing-content max-w-full cursor-pointer appearance-none truncate rounded-[4px] bg-transparent text-small text-muted underline decoration-line-strong underline-offset-2 hover:text-text pointer-coarse:min-h-6"
    >
      {zones.map(each => (
        <option key={each}>{each}</option>
      ))}
    </select>
  )
}
