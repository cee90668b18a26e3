import { clsx } from 'clsx'
import { DayPicker, type Matcher } from 'react-day-picker'

/** A day of the calendar, whatever the zone. Months and days are counted from 1. */
interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

interface CalendarProps {
  readonly label: string
  readonly language: string
  readonly texts: {
    readonly nextMonth: string
    readonly previousMonth: string
    readonly month: string
    readonly year: string
  }
  readonly value: CalendarDay | undefined
  readonly today: CalendarDay
  readonly min?: CalendarDay | undefined
  readonly max?: CalendarDay | undefined
  readonly onChange: (day: CalendarDay) => void
}

const button =
  'inline-flex items-center justify-center rounded-control hover:bg-hover disabled:pointer-events-none disabled:opacity-40'

/** A month of days, by pointer and by arrow keys. */
export function Calendar(props: CalendarProps) {
  const { label, language, texts, value, today, min, max, onChange } = props
  const selected = value && toLocalDate(value)
  const from = Math.min(today.year - 120, value?.year ?? today.year)
  const to = Math.max(today.year + 50, value?.year ?? today.year)
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      aria-label={label}
      captionLayout="dropdown"
      showOutsideDays
      fixedWeeks
      weekStartsOn={findFirstWeekday(language)}
      startMonth={toLocalDate({ year: from, month: 1, day: 1 })}
      endMonth={toLocalDate({ year: to, month: 12, day: 1 })}
      defaultMonth={selected ?? toLocalDate(today)}
      today={toLocalDate(today)}
      selected={selected}
      disabled={limitDays(min, max)}
      formatters={{
        formatMonthDropdown: date => date.toLocaleDateString(language, { month: 'long' }),
        formatYearDropdown: date => String(date.getFullYear()),
        formatWeekdayName: date => date.toLocaleDateString(language, { weekday: 'short' }),
      }}
      labels={{
        labelDayButton: date => date.toLocaleDateString(language, { dateStyle: 'full' }),
        labelGrid: date => date.toLocaleDateString(language, { month: 'long', year: 'numeric' }),
        labelWeekday: date => date.toLocaleDateString(language, { weekday: 'long' }),
        labelNext: () => texts.nextMonth,
        labelPrevious: () => texts.previousMonth,
        labelMonthDropdown: () => texts.month,
        labelYearDropdown: () => texts.year,
        labelNav: () => label,
      }}
      onSelect={date =>
        onChange({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() })
      }
      classNames={{
        root: 'relative p-3 pt-0 select-none',
        month_caption: 'flex h-8 items-center px-1 pr-16',
        dropdowns: 'flex items-center gap-1',
        dropdown_root:
          'relative inline-flex h-7 items-center rounded-control px-1.5 font-medium hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent',
        dropdown: 'absolute inset-0 w-full appearance-none opacity-0',
        caption_label: 'inline-flex items-center gap-1',
        chevron: 'size-3 fill-current text-muted',
        nav: 'absolute top-0 right-3 flex h-8 items-center gap-1',
        button_previous: clsx(button, 'size-7'),
        button_next: clsx(button, 'size-7'),
        month_grid: 'mt-1 border-collapse',
        weekday: 'size-8 text-small font-normal text-muted',
        day: 'p-0 text-center',
        day_button: clsx(button, 'size-8 tabular-nums pointer-coarse:size-10'),
        today: 'font-semibold text-accent',
        selected: '[&>button]:bg-accent [&>button]:text-on-accent',
        outside: 'text-faint',
        disabled: 'opacity-40',
      }}
    />
  )
}

function toLocalDate({ year, month, day }: CalendarDay): Date {
  const date = new Date(2000, 0, 1, 12)
  // The constructor reads the years 0 to 99 as 1900 to 1999.
  date.setFullYear(year, month - 1, day)
  return date
}

function limitDays(min: CalendarDay | undefined, max: CalendarDay | undefined): Matcher[] {
  return [
    ...(min ? [{ before: toLocalDate(min) }] : []),
    ...(max ? [{ after: toLocalDate(max) }] : []),
  ]
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Monday, or what people who use the language in its region are used to. */
function findFirstWeekday(language: string): Weekday {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { readonly firstDay: number }
  }
  return ((locale.getWeekInfo?.().firstDay ?? 1) % 7) as Weekday
}
