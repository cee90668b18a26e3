import type { DialectName } from '../database.js'

/** How a database tokenizes SQL, and which words can do more than read. */
export interface Grammar {
  /** Quotes around names: opening to closing. */
  readonly nameQuotes: Readonly<Record<string, string>>
  /** `#` begins a comment. */
  readonly hashComments?: boolean
  /** `--` begins a comment only before white space. */
  readonly dashesNeedSpace?: boolean
  /** Comments can be nested. */
  readonly nestsComments?: boolean
  /** Prefixes of comments that the database executes or uses as hints. */
  readonly activeComments?: readonly string[]
  /** `$tag$ text $tag$`, and `E'…'` in which a backslash escapes. */
  readonly hasDollarQuotes?: boolean
  /** Whether a backslash escapes a quote depends on a setting. */
  readonly mayEscapeQuotes?: boolean
  readonly refusedWords: ReadonlySet<string>
  /** Words that are harmless when a parenthesis follows, because they are then functions. */
  readonly functionWords?: ReadonlySet<string>
  /** Up to three consecutive words, each of which can be a name. */
  readonly refusedPhrases: readonly string[]
  readonly refusedFunctions: RegExp
  readonly refusedSymbols?: RegExp
}

const writingWords = [
  'insert',
  'update',
  'delete',
  'merge',
  'into',
  'truncate',
  'create',
  'alter',
  'drop',
  'grant',
  'revoke',
]

/**
 * T-SQL needs no semicolon between statements, so every word that can begin one is rejected
 * anywhere. `fetch` and `end` are allowed, for pages and for `case`.
 */
const transactSqlStatements = [
  ...['add', 'backup', 'begin', 'break', 'bulk', 'call', 'checkpoint', 'close', 'commit'],
  ...[
    'continue',
    'conversation',
    'dbcc',
    'deallocate',
    'declare',
    'deny',
    'disable',
    'dump',
    'enable',
  ],
  ...['errlvl', 'exec', 'execute', 'goto', 'if', 'kill', 'lineno', 'load', 'open', 'print'],
  ...['raiserror', 'readtext', 'receive', 'reconfigure', 'rename', 'restore', 'return', 'revert'],
  ...['rollback', 'save', 'send', 'set', 'setuser', 'shutdown', 'throw', 'updatetext', 'use'],
  ...['waitfor', 'while', 'writetext'],
]

/** Hints that lock rows or tables. */
const transactSqlLocks = ['holdlock', 'tablockx', 'updlock', 'xlock']

export const grammars: Readonly<Record<DialectName, Grammar>> = {
  postgres: {
    nameQuotes: { '"': '"' },
    nestsComments: true,
    hasDollarQuotes: true,
    refusedWords: new Set(writingWords),
    refusedPhrases: [],
    // Effects a rollback does not undo (session locks, other sessions, files, other servers), and
    // functions that run SQL given as text, which is not checked here.
    refusedFunctions:
      /^(?:dblink.*|(?:query|cursor)_to_xml.*|crosstab.*|connectby|ts_stat|ts_rewrite|nextval|setval|lo_(?:import|export)|pg_(?:(?:try_)?advisory|backup|cancel_backend|copy|create|drop|file|import|log|logical|ls|promote|read|reload|replication|rotate|start_backup|stat_file|stat_reset|stat_statements_reset|stop_backup|switch|terminate|wal_replay).*)$/,
  },
  mysql: {
    nameQuotes: { '`': '`', '"': '"' },
    hashComments: true,
    dashesNeedSpace: true,
    // `/*! code */` and `/*M! code */` are executed; `/*+ max_execution_time(…) */` removes the
    // time limit.
    activeComments: ['/*!', '/*M!', '/*m!', '/*+'],
    mayEscapeQuotes: true,
    refusedWords: new Set([...writingWords, 'outfile', 'dumpfile']),
    // Allowed as functions: `truncate(1.25, 1)` and `insert('text', 1, 2, 'new')`.
    functionWords: new Set(['truncate', 'insert']),
    refusedPhrases: ['for share', 'lock in', 'next value for'],
    refusedFunctions: /^(?:get_lock|release_lock|release_all_locks|load_file|nextval|setval)$/,
    refusedSymbols: /^:=$/,
  },
  sqlite: {
    nameQuotes: { '"': '"', '`': '`', '[': ']' },
    refusedWords: new Set([...writingWords, 'attach', 'detach', 'pragma', 'vacuum']),
    refusedPhrases: [],
    refusedFunctions: /^(?:load_extension|readfile|writefile|fts3_tokenizer)$/,
  },
  mssql: {
    nameQuotes: { '"': '"', '[': ']' },
    nestsComments: true,
    refusedWords: new Set([...writingWords, ...transactSqlStatements, ...transactSqlLocks]),
    refusedPhrases: ['next value for'],
    refusedFunctions: /^(?:openrowset|openquery|opendatasource|openxml)$/,
  },
}
