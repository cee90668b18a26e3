/** A statement of a migration that instances of an earlier version, or people who wait for it, would notice. */
export interface MigrationProblem {
  readonly rule: keyof typeof rules
  readonly statement: string
}

/** What a migration must not do while earlier versions serve, and what gives it away. */
const rules = {
  // The version before still uses it.
  removes:
    /^(drop (table|view|type|function|sequence)|alter \w+ .*\brename\b|alter table \S+ (drop column|alter column \S+ (drop default|(set data )?type)))/,
  // The version before sends no value for it.
  requires:
    /^alter table \S+ (alter column \S+ set not null|add column (?!.*\b(default|generated)\b).*not null)/,
  // Reads or writes every row while nobody else can use the table.
  scans:
    /^alter table \S+ (add (constraint \S+ )?((check|foreign key)(?!.*not valid)|unique|primary key|exclude)|alter column \S+ set not null|add column .*(default \w+\(|generated|references|check \())/,
  // Writes wait until the index is complete.
  indexes: /^create (unique )?index (?!concurrently)/,
  // Holds the rows that it changes until the migration commits.
  rewrites: /^(update|delete|insert|truncate|with) /,
  locks: /^(lock|cluster|vacuum|reindex) /,
} as const

type Rule = keyof typeof rules

/** The table that a statement is about. Nobody knows a table that the same migration makes. */
const TARGET =
  /^(?:create (?:unique )?index \S+ on|alter table|update|delete from|insert into)(?: only)? (\w+)/
const MADE = /^create (?:unlogged )?table (\w+)/

/** Lists the statements of a migration that break a rule. */
export function checkMigration(texts: readonly string[]): readonly MigrationProblem[] {
  const statements = texts.flatMap(splitStatements)
  const made = new Set(statements.map(statement => MADE.exec(statement)?.[1]))
  return statements
    .filter(statement => !made.has(TARGET.exec(statement)?.[1] ?? ''))
    .flatMap(statement =>
      (Object.keys(rules) as Rule[])
        .filter(rule => rules[rule].test(statement))
        .map(rule => ({ rule, statement })),
    )
}

/** The statements of a text in lower case, on one line each; every change of a table is one of its own. */
function splitStatements(text: string): readonly string[] {
  return text
    .replace(/\$\$[^$]*\$\$/g, '$$$$ body $$$$')
    .split(';')
    .map(statement => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(statement => statement !== '')
    .flatMap(splitChanges)
}

function splitChanges(statement: string): readonly string[] {
  const [, start, changes = ''] = /^(alter table (?:only )?\S+) (.*)/.exec(statement) ?? []
  return start ? splitAtCommas(changes).map(change => `${start} ${change}`) : [statement]
}

/** Splits at the commas that are outside of parentheses. */
function splitAtCommas(text: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${sign}`)
  }
  return parts.map(part => part.trim())
}
