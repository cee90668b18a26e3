/** The area of the settings in which a rule is set, by the kind of the rule. Other rules are set nowhere. */
const areas: Readonly<Record<string, string>> = {
  action: 'roles',
  address: 'ip-rules',
  approval: 'roles',
  collection: 'roles',
  field: 'roles',
  level: 'people',
  membership: 'people',
  rendering: 'teams',
  scope: 'scopes',
  segment: 'segments',
  sso: 'sso',
  team: 'teams',
}

/** Finds the area of the settings in which a rule is set. */
export function findRuleArea(kind: string): string | undefined {
  return Object.hasOwn(areas, kind) ? areas[kind] : undefined
}

/** The kinds of rules that have words of their own. */
const describedKinds = [
  'action',
  'address',
  'chart',
  'collection',
  'field',
  'level',
  'membership',
  'origin',
  'owner',
  'rendering',
  'scope',
  'segment',
  'session',
  'sso',
  'team',
  'view',
] as const

/** How a rule is described; rules of other kinds share one sentence. */
export function findRuleWords(kind: string): (typeof describedKinds)[number] | 'other' {
  return describedKinds.find(each => each === kind) ?? 'other'
}
