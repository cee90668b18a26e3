import { describe, expect, it } from 'vitest'
import { checkMigration } from '../../testing/check-migration.js'
import {
  compareVersions,
  isBeforeRelease,
  upgradeFixtures,
} from '../../testing/upgrade-fixtures.js'
import { version } from '../../version.js'
import { migrations } from './index.js'
import { listStatements } from './list-statements.js'

const EARLY = 'It ran before the first release, on databases that nobody waited for.'

/** Migrations that break a rule, and why that is right. */
const explained: Readonly<Record<string, string>> = {
  '003-sign-in-and-approvals': EARLY,
  '004-oauth': EARLY,
  '006-occurred-at': EARLY,
  '008-environment-rights': EARLY,
  '009-unverified-accounts': EARLY,
  '015-approval-filters': EARLY,
}

/** The oldest level that may run after a migration, by the end of its name. */
const readNeeds = (name: string) => /-needs-(\d{3})$/.exec(name)?.[1]

describe('every migration', () => {
  it('has the next number', () => {
    const numbers = Object.keys(migrations).map(name => name.slice(0, 4))
    expect(numbers).toEqual(numbers.map((_, at) => `${String(at + 1).padStart(3, '0')}-`))
  })

  it.each(Object.entries(migrations))('%s lets earlier versions serve', async (name, migration) => {
    const problems = checkMigration(await listStatements(migration)).filter(
      ({ rule }) => !(rule === 'removes' && readNeeds(name)),
    )
    if (name in explained) expect(problems, 'It needs no reason').not.toEqual([])
    else expect(problems, 'See docs/operate/upgrades.md, or explain it here').toEqual([])
  })

  it('that removes something needs a level that an earlier release had', () => {
    const released = upgradeFixtures.filter(
      fixture => !isBeforeRelease(fixture) && compareVersions(fixture.version, version) < 0,
    )
    const levels = released.flatMap(fixture => Object.keys(fixture.migrations))
    const wrong = Object.keys(migrations).filter(name => {
      const needs = readNeeds(name)
      return needs && !levels.some(level => level.startsWith(needs))
    })
    expect(wrong).toEqual([])
  })
})

describe('checkMigration', () => {
  const check = (text: string) => checkMigration([text]).map(({ rule }) => rule)

  it.each([
    ['removes', 'drop table notes'],
    ['removes', 'alter table notes drop column title'],
    ['removes', 'alter table notes add column a int, drop column title'],
    ['removes', 'alter table notes rename column title to name'],
    ['removes', 'alter table notes rename to remarks'],
    ['removes', 'alter table notes alter column id type text'],
    ['removes', 'alter function tell_agents() rename to tell'],
    ['requires', 'alter table notes add column color text not null'],
    ['indexes', 'create index notes_title on notes (title)'],
    ['indexes', 'create unique index notes_title on notes (title)'],
    ['scans', 'alter table notes add constraint short check (length(title) < 9)'],
    ['scans', 'alter table notes add foreign key (user_id) references users'],
    ['scans', 'alter table notes add column at timestamptz default clock_timestamp()'],
    ['scans', 'alter table notes add constraint one unique (title)'],
    ['rewrites', "update notes set title = ''"],
    ['rewrites', 'delete from notes'],
    ['locks', 'lock table notes'],
  ])('finds that it %s: %s', (rule, text) => {
    expect(check(text)).toEqual([rule])
  })

  it.each([
    "create table pets (id int primary key, name text not null check (name <> ''), owner int references users); create index pets_name on pets (name)",
    'alter table notes add column color text',
    'alter table notes add column is_old boolean not null default false, add column b int',
    "alter table notes add constraint short check (length(title) < 9 or title in ('a', 'b')) not valid",
    'alter table notes validate constraint short',
    'alter table notes drop constraint short',
    'create or replace function f() returns void language plpgsql as $$ begin update notes set a = 1; drop table b; end $$',
    'create trigger t after insert on notes for each row execute function f()',
  ])('finds nothing in: %s', text => {
    expect(check(text)).toEqual([])
  })

  it('finds both in what is required of every row', () => {
    expect(check('alter table notes alter column title set not null')).toEqual([
      'requires',
      'scans',
    ])
  })
})
