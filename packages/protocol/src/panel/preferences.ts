/** The settings of a person for the panel. What is absent has its default. */
export interface Preferences {
  readonly theme?: 'system' | 'light' | 'dark'
  readonly contrast?: 'system' | 'more'
  readonly density?: 'compact' | 'default' | 'comfortable'
  /** Whether lists go on as people scroll, or have pages with numbers. */
  readonly paging?: 'continuous' | 'pages'
  readonly language?: string
  readonly timezone?: string
  /** 0 is Sunday. */
  readonly firstDayOfWeek?: 0 | 1 | 2 | 3 | 4 | 5 | 6
  readonly hasShortcuts?: boolean
  readonly isSidebarCollapsed?: boolean
  /** Names of collections by rendering id. */
  readonly favourites?: Readonly<Record<string, readonly string[]>>
  /**
   * The columns of lists, by rendering id and collection, written as in addresses; an empty text
   * stands for the default.
   */
  readonly columns?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly lastRenderingId?: number
}
