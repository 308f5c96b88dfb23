import { escapeHtml } from '@coopline/rules/kernel/escape-html'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'

const hostile = `</p><script>alert("1")</script>&lt;'" onload='x' &amp;`

test('the five characters with a meaning in HTML are escaped, ampersands first and once', () => {
  expect(escapeHtml(`<a href="x">Tom's & Co</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;Tom&#39;s &amp; Co&lt;/a&gt;')
  expect(escapeHtml('&lt;')).toBe('&amp;lt;')
  expect(escapeHtml('Línea 1 – “ok”')).toBe('Línea 1 – “ok”')
})

test('a reader of the HTML finds the very text, between tags and in an attribute quoted either way', () => {
  const [between, double, single] = parseDocument(
    `<p>${escapeHtml(hostile)}</p><p title="${escapeHtml(hostile)}"></p><p title='${escapeHtml(hostile)}'></p>`,
  ).children as { attribs: Record<string, string>; children: { data: string }[] }[]
  expect(between?.children.map(({ data }) => data).join('')).toBe(hostile)
  expect([double?.attribs, single?.attribs]).toEqual([{ title: hostile }, { title: hostile }])
})
