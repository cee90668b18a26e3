import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBlank, sanitise } from './sanitise.js'
import { isStorable } from './text.js'

/** All that may come out: text without angle brackets, and these tags in exactly these spellings. */
const names = 'p|h1|h2|h3|blockquote|pre|ul|ol|li|strong|em|u|s|code|a|span'
const HARMLESS = new RegExp(
  [
    '^(?:[^<>]',
    '<br />',
    `</?(?:${names})>`,
    '<a href="(?:https?://|mailto:)[^"<>]*" rel="noopener noreferrer nofollow">',
    '<span data-mention-id="[1-9]\\d{0,14}">)*$',
  ].join('|'),
  'i',
)

const cases: readonly (readonly [claim: string, html: string, expected: string])[] = [
  ['keeps a comparison', 'a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['keeps a bracket that opens no tag', 'x<y, see below', 'x&lt;y, see below'],
  ['keeps lines', 'one\ntwo', 'one\ntwo'],
  ['keeps what is allowed', '<p><strong>a</strong><br></p>', '<p><strong>a</strong><br /></p>'],
  ['drops scripts with their text', '<p>hi<script>alert(1)</script></p>', '<p>hi</p>'],
  ['drops styles with their text', '<style>p{color:red}</style>k', 'k'],
  ['drops comments', 'a<!-- b -->c', 'ac'],
  ['shows a comment that never ends', '<!-- a', '&lt;!-- a'],
  ['drops event handlers', '<p onclick="x()" style="top:0">hi</p>', '<p>hi</p>'],
  ['drops unknown tags, not their text', '<div><marquee>a</marquee></div>', 'a'],
  ['drops javascript links', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['drops javascript links in disguise', '<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
  ['drops links relative to our own site', '<a href="//a.example/b">x</a>', '<a>x</a>'],
  [
    'keeps web links, with rel',
    '<a href="https://a.example/?b=1&amp;c=2" target="_blank">x</a>',
    '<a href="https://a.example/?b=1&amp;c=2" rel="noopener noreferrer nofollow">x</a>',
  ],
  [
    'keeps mentions',
    '<span class="m" data-mention-id="7">@ada</span>',
    '<span data-mention-id="7">@ada</span>',
  ],
  ['drops mentions of no number', '<span data-mention-id="x">@x</span>', '<span>@x</span>'],
  ['drops pictures', '<img src=x onerror=alert(1)>a', 'a'],
  ['shows escaped tags as text', '&lt;script&gt;', '&lt;script&gt;'],
]

describe('sanitise', () => {
  it.each(cases)('%s', (_, html, expected) => {
    expect(sanitise(html)).toBe(expected)
  })

  it('lets nothing out but the allowed tags and text, whatever comes in', () => {
    fc.assert(
      fc.property(nasty, html => {
        expect(sanitise(html)).toMatch(HARMLESS)
      }),
      { seed: 3, numRuns: 5_000 },
    )
  })

  it('makes no text that PostgreSQL cannot keep out of text that it can', () => {
    fc.assert(
      fc.property(nasty.filter(isStorable), html => isStorable(sanitise(html))),
      { seed: 6, numRuns: 2_000 },
    )
    expect(sanitise('a&#0;b&#xD800;c')).toBe('a\ufffdb\ufffdc')
  })

  it('changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(nasty, html => {
        const once = sanitise(html)
        expect(sanitise(once)).toBe(once)
      }),
      { seed: 4, numRuns: 5_000 },
    )
  })

  it('keeps every character of escaped text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
        expect(sanitise(escaped).replace(/&quot;/g, '"')).toBe(escaped)
      }),
      { seed: 5, numRuns: 2_000 },
    )
  })

  it.each(['<blockquote>', '<', '<a', '<p ', '<!--', '<ul><li>', '&amp', '<a href="', '</p>'])(
    'gets through 50,000 characters of %s',
    piece => {
      const html = piece.repeat(50_000 / piece.length)
      expect(sanitise(html)).toMatch(HARMLESS)
    },
  )
})

describe('isBlank', () => {
  it('tells tags and spaces from something to read', () => {
    expect(['', '<p></p>', '<p> <br /></p>', '\n', '<p>&nbsp;</p>'].map(isBlank)).not.toContain(
      false,
    )
    expect(['a', '<p>.</p>', '&lt;'].map(isBlank)).not.toContain(true)
  })
})

const tag = fc.constantFrom(
  ...['script', 'style', 'p', 'a', 'span', 'svg', 'math', 'iframe', 'img', 'textarea', 'noscript'],
  ...['plaintext', 'xmp', 'title', 'template', 'option', 'select', 'table', 'br', 'li', 'pre', 'b'],
  ...['SCRIPT', 'scr<script>ipt', 'p/onload', 'constructor', '__proto__', '!--', '![CDATA['],
)
const attribute = fc.tuple(
  fc.constantFrom('href', 'src', 'style', 'onerror', 'onclick', 'data-mention-id', 'rel', '/', '"'),
  fc.constantFrom('=', '="', "='", ' = ', ''),
  fc.constantFrom(
    ...[
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      '&#106;avascript:alert(1)',
      'data:text/html,x',
    ],
    ...[
      'http://a.example/"><script>',
      'https://a.example',
      'mailto:a@example.com',
      '7',
      '-1',
      '<!--',
    ],
    ...['http://a.example/<b>', 'http:javascript:1', 'https://a.example/\u0001', 'x:expression(1)'],
  ),
  fc.constantFrom('"', "'", '', ' '),
)
const piece = fc.oneof(
  fc
    .tuple(tag, fc.array(attribute, { maxLength: 3 }), fc.constantFrom('>', '/>', '', ' ', '->'))
    .map(([name, list, end]) => `<${name} ${list.map(one => one.join('')).join(' ')}${end}`),
  tag.map(name => `</${name}>`),
  fc.constantFrom('<!--', '-->', '--!>', ']]>', '<', '>', '&', '"', "'", '&lt;', '&#60;', '&#x3c'),
  fc.constantFrom('&lt', '&amp;lt;', '\u0001', '\u2028', 'text', '&colon;', '&#0;', '&#xD800;'),
  fc.string({ maxLength: 6 }),
)
const nasty = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''))
