import { findLanguage, type Language, languages, type Preferences } from '@service/protocol'
import type { ReactNode } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { browserTimezone } from '../../../data/browser-timezone.js'
import { useRemovePreference } from '../../../data/settings/use-remove-preference.js'
import { usePreferences } from '../../../data/use-preferences.js'
import { densities, themes } from '../../../shell/theme.js'
import { CheckField } from '../../../ui/check-field.js'
import { Select } from '../../../ui/select.js'
import { SettingsSection } from '../parts/settings-section.js'

/** Each in its own words: a person who cannot read the panel finds theirs. */
const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
}
const contrasts = ['system', 'more'] as const
const pagings = ['continuous', 'pages'] as const
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
const zones = Intl.supportedValuesOf('timeZone')
/** What stands for the setting of the browser. */
const automatic = ''

/** How the panel looks and writes for this person, on every device. */
export function PreferencesSection() {
  const t = useTranslations('profile.preferences')
  const format = useFormatter()
  const { preferences, change } = usePreferences()
  const remove = useRemovePreference()
  const language = findLanguage(useLocale())

  /** Sets a choice, or removes it when the one of the browser is to count. */
  const choose = <K extends keyof Preferences>(
    name: K,
    value: string,
    read: (value: string) => Preferences[K],
  ) => {
    if (value === automatic) void remove(name)
    else change({ [name]: read(value) })
  }
  /** 4 January 1970 was a Sunday. */
  const nameDay = (day: number) =>
    format.dateTime(new Date(Date.UTC(1970, 0, 4 + day)), { weekday: 'long', timeZone: 'UTC' })

  return (
    <SettingsSection title={t('title')} hint={t('hint')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={t('language')}
          value={language}
          onChange={value => change({ language: value })}
        >
          {languages.map(each => (
            <option key={each} value={each}>
              {languageNames[each]}
            </option>
          ))}
        </Choice>
        <Choice
          label={t('timezone')}
          value={preferences.timezone ?? automatic}
          onChange={value => choose('timezone', value, zone => zone)}
        >
          <option value={automatic}>{t('asBrowser', { value: browserTimezone })}</option>
          {zones.map(zone => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </Choice>
        <Choice
          label={t('firstDay')}
          value={String(preferences.firstDayOfWeek ?? automatic)}
          onChange={value =>
            choose('firstDayOfWeek', value, day => weekdays.find(each => each === Number(day)))
          }
        >
          <option value={automatic}>{t('asLanguage')}</option>
          {weekdays.map(day => (
            <option key={day} value={day}>
              {nameDay(day)}
            </option>
          ))}
        </Choice>
        <OneOf name="theme" values={themes} preferences={preferences} change={change} />
        <OneOf name="contrast" values={contrasts} preferences={preferences} change={change} />
        <OneOf
          name="density"
          values={densities}
          preset="default"
          preferences={preferences}
          change={change}
        />
        <OneOf name="paging" values={pagings} preferences={preferences} change={change} />
      </div>
      <div className="mt-4">
        <CheckField
          label={t('shortcuts')}
          hint={t('shortcutsHint')}
          isChecked={preferences.hasShortcuts !== false}
          onChange={hasShortcuts => change({ hasShortcuts })}
        />
      </div>
    </SettingsSection>
  )
}

type OneOfName = 'theme' | 'contrast' | 'density' | 'paging'

interface OneOfProps<V extends string> {
  readonly name: OneOfName
  readonly values: readonly [V, ...V[]]
  /** What counts without a choice. Default: the first. */
  readonly preset?: V
  readonly preferences: Preferences
  readonly change: (change: Preferences) => void
}

function OneOf<V extends string>(props: OneOfProps<V>) {
  const { name, values, preset = values[0], preferences, change } = props
  const t = useTranslations('profile.preferences')
  return (
    <Choice
      label={t(`${name}.label`)}
      value={preferences[name] ?? preset}
      onChange={value => change({ [name]: value })}
    >
      {values.map(value => (
        <option key={value} value={value}>
          {t(`${name}.${value}` as 'theme.dark')}
        </option>
      ))}
    </Choice>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span aria-hidden="true" className="text-small font-medium text-muted">
        {label}
      </span>
      <Select label={label} value={value} onChange={onChange} isWide>
        {children}
      </Select>
    </div>
  )
}
