import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simplifyMessage } from '../text/simplify-html.js'
import { createDrafts } from './drafts.js'
import { listThreads } from './list-threads.js'
import { formatNoteAddress, locateMention } from './mention-targets.js'
import { readMessageText } from './message-text.js'
import { type MessageNode, readMessageParts } from './message-tree.js'
import type { Note, NoteMessage } from './note.js'
import { canDelete, canEdit } from './note-rights.js'
import { buildNoteTitle, findNewTitle, hasOwnTitle, removedTitle } from './note-title.js'
import { suggestPeople } from './suggest-people.js'

const ana = { id: 7, username: 'ana', email: 'ana@shop.example' }
const ben = { id: 8, username: 'ben', email: 'ben@shop.example' }
const author = { id: ana.id, isAdmin: false }
const admin = { id: 1, isAdmin: true }

const message = (id: number, content: string, more: Partial<NoteMessage> = {}): NoteMessage => ({
  ...{ id, content, user: ana, createdAt: `2026-02-01T08:00:${String(id).padStart(2, '0')}Z` },
  ...more,
})

const note = (messages: readonly NoteMessage[], more: Partial<Note> = {}): Note => ({
  id: 1,
  title: messages[0] ? buildNoteTitle(messages[0].content) : 'Look',
  recordId: '12',
  createdAt: '2026-02-01T08:00:00Z',
  updatedAt: '2026-02-01T08:00:00Z',
  user: ana,
  team: { name: 'Support' },
  messages,
  ...more,
})

const deletedAt = '2026-02-02T08:00:00Z'

describe('the title of a note', () => {
  it('is the beginning of its first message, cut between words', () => {
    expect(buildNoteTitle('<p>Paid <strong>twice</strong>,</p><p>see the bank</p>')).toBe(
      'Paid twice, see the bank',
    )
    expect(buildNoteTitle('<p><span data-mention-id="7">@Ana</span>, please</p>')).toBe(
      '@Ana, please',
    )
    expect(buildNoteTitle(`<p>${'word '.repeat(60)}</p>`)).toBe(`${'word '.repeat(18)}word…`)
  })

  it('is one that the service takes, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const { length } = buildNoteTitle(`<p>${text}</p>`).trim()
        expect(length).toBeGreaterThan(0)
        expect(length).toBeLessThanOrEqual(200)
      }),
    )
  })

  it('is shown only where it says something else', () => {
    expect(hasOwnTitle(note([message(1, '<p>Paid twice</p>')]))).toBe(false)
    expect(hasOwnTitle(note([message(1, '<p>Two payments</p>')], { title: 'Paid twice' }))).toBe(
      true,
    )
    expect(hasOwnTitle(note([]))).toBe(true)
  })

  it('follows the message that it comes from, and forgets what is deleted', () => {
    const thread = note([
      message(1, '<p>Paid twice</p>'),
      message(2, '<p>On it</p>', { user: ben }),
    ])
    expect(findNewTitle(thread, 1, '<p>Paid thrice</p>', author)).toBe('Paid thrice')
    expect(findNewTitle(thread, 1, undefined, author)).toBe('On it')
    expect(findNewTitle(thread, 1, undefined, admin)).toBe('On it')
    expect(findNewTitle(thread, 2, undefined, { id: ben.id, isAdmin: false })).toBeUndefined()
    expect(findNewTitle(thread, 1, '<p>Paid <em>twice</em></p>', author)).toBeUndefined()
    const alone = note([message(1, '<p>Paid twice</p>'), message(2, '', { deletedAt })])
    expect(findNewTitle(alone, 1, undefined, author)).toBe(removedTitle)
  })

  it('stays when it was chosen, and when the reader may not change it', () => {
    const chosen = note([message(1, '<p>Two payments</p>')], { title: 'Paid twice' })
    expect(findNewTitle(chosen, 1, undefined, author)).toBeUndefined()
    const others = note([message(1, '<p>Paid twice</p>')], { user: ben })
    expect(findNewTitle(others, 1, undefined, author)).toBeUndefined()
  })
})

describe('threads', () => {
  it('are open or resolved, the one with the newest message first', () => {
    const notes = [
      note([message(3, '<p>a</p>')], { id: 1 }),
      note([message(1, '<p>b</p>'), message(9, '<p>c</p>')], { id: 2 }),
      note([message(5, '<p>d</p>')], { id: 3, archivedAt: deletedAt }),
      note([], { id: 4 }),
    ]
    const { open, resolved } = listThreads(notes)
    expect(open.map(({ id }) => id)).toEqual([2, 1, 4])
    expect(resolved.map(({ id }) => id)).toEqual([3])
  })

  it('are left out when everything in them was deleted', () => {
    const gone = note([message(1, '', { deletedAt })], { title: removedTitle })
    const titled = note([message(1, '', { deletedAt })], { id: 2, title: 'Paid twice' })
    expect(listThreads([gone, titled]).open).toEqual([titled])
  })
})

describe('rights', () => {
  it('let authors edit and delete, administrators only delete, and nobody twice', () => {
    const own = message(1, '<p>a</p>')
    expect([canEdit(own, author), canDelete(own, author)]).toEqual([true, true])
    expect([canEdit(own, admin), canDelete(own, admin)]).toEqual([false, true])
    const other = { id: ben.id, isAdmin: false }
    expect([canEdit(own, other), canDelete(own, other)]).toEqual([false, false])
    const deleted = message(1, '', { deletedAt })
    expect([canEdit(deleted, author), canDelete(deleted, admin)]).toEqual([false, false])
  })
})

/** A node as browsers make it of a purified text. */
function build(
  name: string,
  children: readonly (MessageNode | string)[],
  attributes: Readonly<Record<string, string>> = {},
): MessageNode {
  const nodes = children.map(child =>
    typeof child === 'string'
      ? { nodeName: '#text', nodeValue: child, textContent: child, childNodes: [] }
      : child,
  )
  return {
    nodeName: name.toUpperCase(),
    nodeValue: null,
    textContent: nodes.map(({ textContent }) => textContent).join(''),
    childNodes: nodes,
    getAttribute: attribute => attributes[attribute] ?? null,
  }
}

describe('readMessageParts', () => {
  it('keeps allowed elements, safe links and mentions', () => {
    const mention = build('span', ['@Ana'], { 'data-mention-id': '7' })
    const link = build('a', ['docs'], { href: 'https://shop.example/docs' })
    expect(readMessageParts(build('body', [build('p', ['Ask ', mention, ' or ', link])]))).toEqual([
      {
        kind: 'element',
        name: 'p',
        parts: [
          { kind: 'text', text: 'Ask ' },
          { kind: 'mention', personId: 7, text: '@Ana' },
          { kind: 'text', text: ' or ' },
          {
            kind: 'link',
            href: 'https://shop.example/docs',
            parts: [{ kind: 'text', text: 'docs' }],
          },
        ],
      },
    ])
  })

  it.each([
    ['a link that runs code', build('a', ['x'], { href: 'javascript:alert(1)' })],
    ['a link without an address', build('a', ['x'], { href: '/app' })],
    ['an element that is not allowed', build('table', [build('td', ['x'])])],
    ['a mention of nobody', build('span', ['x'], { 'data-mention-id': '7 onclick' })],
  ])('keeps only the text of %s', (_, node) => {
    expect(readMessageParts(build('body', [node]))).toEqual([{ kind: 'text', text: 'x' }])
  })

  it('leaves comments out', () => {
    const comment = { ...build('x', []), nodeName: '#comment', nodeValue: 'x' }
    expect(readMessageParts(build('body', [comment]))).toEqual([])
  })
})

describe('messages before they are read', () => {
  it('lose every attribute but links and mentions', () => {
    const html = '<span style="color: red" data-mention-id="7" onclick="x()">@Ana</span>'
    expect(simplifyMessage(html)).toBe('<span data-mention-id="7">@Ana</span>')
  })

  it('are one line of words in lists', () => {
    const html = '<p>Ask <span data-mention-id="7">@Ana</span>:</p><ul><li>a</li><li>b</li></ul>'
    expect(readMessageText(html)).toBe('Ask @Ana: a b')
  })
})

const member = (id: number, name: string, teamId: number) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const email = `${firstName}.${lastName}@shop.example`.toLowerCase()
  return { id, firstName, lastName, email, teams: [{ id: teamId, name: String(teamId) }] }
}

describe('suggestPeople', () => {
  const members = [
    member(1, 'Zoé Allard', 3),
    member(2, 'Ana Costa', 4),
    member(3, 'Ben Høst', 3),
    member(4, 'Anatole Berg', 3),
  ]
  const suggest = (typed: string, readerId = 9) =>
    suggestPeople(members, typed, { teamId: 3, readerId }).map(({ firstName }) => firstName)

  it('offers the team first, by name, and never the reader', () => {
    expect(suggest('')).toEqual(['Anatole', 'Ben', 'Zoé', 'Ana'])
    expect(suggest('', 3)).toEqual(['Anatole', 'Zoé', 'Ana'])
  })

  it('finds by the beginnings of names and addresses, without accents and case', () => {
    expect(suggest('AN')).toEqual(['Anatole', 'Ana'])
    expect(suggest('zoe')).toEqual(['Zoé'])
    expect(suggest('b an')).toEqual(['Anatole'])
    expect(suggest('allard z')).toEqual(['Zoé'])
    expect(suggest('nobody')).toEqual([])
  })

  it('offers eight people at most', () => {
    const many = Array.from({ length: 30 }, (_, id) => member(id, `P${id} Q`, 3))
    expect(suggestPeople(many, '', { teamId: 3, readerId: 99 })).toHaveLength(8)
  })
})

describe('drafts', () => {
  it('are kept by what they are about until they are empty, a hundred at most', () => {
    const drafts = createDrafts()
    drafts.set('a', '<p>1</p>')
    drafts.set('b', '<p>2</p>')
    expect([drafts.get('a'), drafts.get('b')]).toEqual(['<p>1</p>', '<p>2</p>'])
    drafts.set('a', '')
    expect(drafts.get('a')).toBeUndefined()
    for (let index = 0; index < 100; index++) drafts.set(`more ${index}`, 'x')
    expect([drafts.get('b'), drafts.get('more 0')]).toEqual([undefined, 'x'])
  })
})

describe('the address of a mention', () => {
  const environment = (id: number, teams: readonly string[]) => ({
    id,
    name: `E${id}`,
    kind: 'production' as const,
    agentUrl: null,
    teams: teams.map((name, index) => ({ id: index + 1, name, renderingId: id * 10 + index })),
  })
  const project = {
    id: 1,
    name: 'Store',
    permissionLevel: 'user' as const,
    role: 'Support',
    environments: [environment(1, ['Ops', 'Support']), environment(2, ['Ops']), environment(3, [])],
    refusal: null,
  }
  const [first] = project.environments
  const team = first?.teams[1]
  if (!first || !team) throw new Error('The project has two teams.')
  const current = { project, environment: first, team }
  const mention = (environmentId: number, collectionName: string | null = 'orders') =>
    locateMention({
      id: 5,
      project: { id: 1, name: 'Store' },
      environment: { id: environmentId, name: '' },
      note: { id: 12, title: 'Look', collectionName, recordId: '20|a' },
      author: ana,
      content: '<p>x</p>',
      createdAt: deletedAt,
      seenAt: null,
    })
  const format = (...of: Parameters<typeof mention>) =>
    formatNoteAddress([project], current, mention(...of))

  it('is the page of the record at the note, in the current team when it can be', () => {
    expect(format(1)).toBe('/app/Store/E1/Support/data/orders/20%7Ca#note-12')
    expect(format(2)).toBe('/app/Store/E2/Ops/data/orders/20%7Ca#note-12')
  })

  it('is missing where the person cannot go', () => {
    expect([format(3), format(4), format(1, null)]).toEqual([undefined, undefined, undefined])
  })
})
