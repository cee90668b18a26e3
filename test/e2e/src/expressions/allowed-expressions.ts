/** Expressions that need not be linear, or that only the running program knows, and why they are harmless. */
export interface AllowedExpression {
  readonly file: string
  /** As it is written in the source. */
  readonly text: string
  readonly reason: string
}

const catalogue = 'Reads what the catalogue of a database says of a table, once at start.'
const message = 'MySQL and MariaDB cut their messages after 512 bytes.'
const fixed = 'Made of constants of the program and linear.'
const rule =
  'Made of a rule that the code of the agent declares: `Match` is refused in filters of clients.'
const like =
  'Sent to a database, whose statements have a time limit: in memory, `Like` is evaluated without an expression.'
const escaped = 'Made of alternatives without repetition: every character of the text is escaped.'

const built = 'Read once at start from a page of the panel, which was built with the service.'
const own =
  'Reads an error about the file of the person who runs the command, on their own machine.'
const operator = 'Reads what the operator configures or types, once at start.'
const migration = 'Reads the SQL of migrations, which is a constant of the program.'

export const allowedExpressions: readonly AllowedExpression[] = [
  {
    file: 'apps/panel/src/core/text/simplify-html.ts',
    text: `new RegExp(\`</\${name}\`, 'gi')`,
    reason: fixed,
  },
  {
    file: 'apps/service/src/features/panel/page-template.ts',
    text: '/<html\\b[^>]*>/',
    reason: built,
  },
  {
    file: 'apps/service/src/features/panel/read-site.ts',
    text: '/<script>([\\s\\S]*?)<\\/script>/',
    reason: built,
  },
  {
    file: 'packages/agent/src/schema/validations.ts',
    text: `new RegExp(\`^\${anywhere(first)}\${anywhere(second)}\`, flags)`,
    reason: rule,
  },
  {
    file: 'packages/agent/src/schema/validations.ts',
    text: 'new RegExp(parts[1]!, parts[2])',
    reason: rule,
  },
  { file: 'packages/agent/src/schema/validations.ts', text: 'new RegExp(text)', reason: rule },
  {
    file: 'packages/agent-testing/src/sandbox/serve.ts',
    text: `new RegExp(\`^\${path.replace(/\\{(\\w+)\\}/g, '(?<$1>[^/]+)')}$\`)`,
    reason: fixed,
  },
  {
    file: 'packages/datasource-sql/src/dialects/mysql/faults.ts',
    text: "/for key '(?:[^']*\\.)?([^']+)'/",
    reason: message,
  },
  {
    file: 'packages/datasource-sql/src/dialects/mysql/faults.ts',
    text: '/CONSTRAINT `([^`]+)` FOREIGN KEY \\(([^)]*)\\)/',
    reason: message,
  },
  {
    file: 'packages/datasource-sql/src/dialects/mysql/faults.ts',
    text: "/CONSTRAINT [`'](?:[^`']*\\.)?([^`']+)[`']/i",
    reason: message,
  },
  {
    file: 'packages/datasource-sql/src/dialects/mysql/faults.ts',
    text: "/for (?:table|routine|column '[^']*' in table) [`']?(?:[^'`]*`\\.`)*([^'`]+)[`']/",
    reason: message,
  },
  {
    file: 'packages/datasource-sql/src/dialects/mysql/faults.ts',
    text: "/(?:[Cc]olumn|Field) [`']?(?:[^'`]*`\\.`)*([^'`]+)[`']/",
    reason: message,
  },
  {
    file: 'packages/datasource-sql/src/dialects/mysql/introspect-types.ts',
    text: "/'((?:[^']|'')*)'/g",
    reason: catalogue,
  },
  {
    file: 'packages/datasource-sql/src/dialects/sqlite/introspect-types.ts',
    text: '/\\s*\\(.*?\\)/',
    reason: catalogue,
  },
  {
    file: 'packages/datasource-sql/src/introspect/read-default.ts',
    text: "/'(?:[^']|'')*'/g",
    reason: catalogue,
  },
  {
    file: 'packages/datasource-toolkit/src/equivalences/rules.ts',
    text: `new RegExp(\`^\${alternatives(texts)}$\`, 'su')`,
    reason: escaped,
  },
  {
    file: 'packages/datasource-toolkit/src/equivalences/rules.ts',
    text: `new RegExp(texts.length > 0 ? \`^(?!\${alternatives(texts)}$)\` : '^', 'su')`,
    reason: escaped,
  },
  {
    file: 'packages/datasource-toolkit/src/evaluate.ts',
    text: "new RegExp(operand.source, operand.flags.replace(/[gy]/g, ''))",
    reason: rule,
  },
  {
    file: 'packages/datasource-toolkit/src/evaluate.ts',
    text: 'new RegExp(String(operand))',
    reason: rule,
  },
  {
    file: 'packages/datasource-toolkit/src/evaluate.ts',
    text: "new RegExp(match[1] as string, (match[2] as string).replace(/[gy]/g, ''))",
    reason: rule,
  },
  {
    file: 'packages/datasource-toolkit/src/like.ts',
    text: `new RegExp(\`^(?:\${source})$\`, ignoreCase ? 'isu' : 'su')`,
    reason: like,
  },
  {
    file: 'packages/datasource-toolkit/src/values/document.ts',
    text: `new RegExp(\`^\${documentDate}$\`)`,
    reason: fixed,
  },
  {
    file: 'packages/datasource-toolkit/src/values/document.ts',
    text: `new RegExp(\`^\${documentInstant}$\`)`,
    reason: fixed,
  },
  {
    file: 'packages/engine/src/operations/add-field-validation/add-field-validation.ts',
    text: 'new RegExp(source ?? String(value), flags)',
    reason: rule,
  },
  {
    file: 'packages/base/src/exact-json.ts',
    text: `new RegExp(\`"\${marker}([^"]*)"\`, 'g')`,
    reason: fixed,
  },
  {
    file: 'packages/authorization/src/redirect-uri.ts',
    text: `new RegExp(\`^(http://\${loopbackHost})(?::\\\\d{1,5})?(?=[/?]|$)\`)`,
    reason: fixed,
  },
  {
    file: 'apps/cli/src/open/customize/load-customization.ts',
    text: '/^\\s+at /m',
    reason: own,
  },
  {
    file: 'apps/cli/src/open/customize/load-customization.ts',
    text: '/file:\\/\\/\\S+?\\?customization=\\d+:\\d+(:\\d+)?/',
    reason: own,
  },
  {
    file: 'apps/cli/src/open/customize/module-version.ts',
    text: '/file:\\/\\/(\\S+?)\\?customization=\\d+/g',
    reason: own,
  },
  {
    file: 'apps/cli/src/open/customize/strip-types.ts',
    text: '/^\\s*(\\d+) \\|/m',
    reason: own,
  },
  {
    file: 'apps/cli/src/open/parse-address.ts',
    text: '/^([^:]+:\\/\\/(?:[^@/]*@)?)([^/?]*)(.*)$/s',
    reason: operator,
  },
  {
    file: 'apps/service/src/store/migrations/list-statements.ts',
    text: '/--.*$/gm',
    reason: migration,
  },
]
