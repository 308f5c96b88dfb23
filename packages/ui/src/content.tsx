import { createElement, Fragment, type ReactNode } from 'react'
import styles from './content.module.css'

/** Text of the cooperative, already sanitized and parsed by the server: words, or an element with its children. */
export type ContentNode = string | ContentElement

interface ContentElement {
  /** Tag. */
  readonly t: string
  /** Attributes. */
  readonly a?: Readonly<Record<string, string>> | undefined
  /** Children. */
  readonly c?: readonly ContentNode[] | undefined
}

interface ContentProps {
  readonly nodes: readonly ContentNode[]
  /** Without the block around it, for words inside a sentence or an alert. */
  readonly inline?: boolean | undefined
}

/**
 * The cooperative's own text. The server has sanitized it; this allows the same few tags and attributes a second time
 * and builds elements, so no markup is ever parsed in the browser. Anything else is dropped: the words of an
 * unknown element stay, those of a script or style do not.
 */
export function Content({ nodes, inline = false }: ContentProps) {
  const children = nodes.map(build)
  if (inline) return <Fragment>{children}</Fragment>
  return (
    <div data-ui="content" className={styles.content}>
      {children}
    </div>
  )
}

const emptyTags = new Set(['br', 'hr', 'img'])
const tags = new Set(
  [
    'p b strong i em u a ul ol li h2 h3 h4 blockquote table thead tbody tr th td span div dl dt dd',
    'small sub sup code br hr img',
  ].flatMap((line) => line.split(' ')),
)

/** Elements whose words are not for reading. */
const mute = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'noscript',
  'textarea',
  'select',
  'svg',
  'math',
])

/** Allowed attributes, by the name React wants. */
const attributes = new Map([
  ['href', 'href'],
  ['title', 'title'],
  ['alt', 'alt'],
  ['src', 'src'],
  ['width', 'width'],
  ['height', 'height'],
  ['colspan', 'colSpan'],
  ['rowspan', 'rowSpan'],
  ['lang', 'lang'],
  ['target', 'target'],
])

function build(node: ContentNode, index: number): ReactNode {
  if (typeof node === 'string') return node
  const tag = node.t.toLowerCase()
  if (mute.has(tag)) return null
  if (emptyTags.has(tag)) return createElement(tag, { key: index, ...attributesOf(tag, node.a) })

  const children = node.c?.map(build)
  if (!tags.has(tag)) return createElement(Fragment, { key: index }, children)
  return createElement(tag, { key: index, ...attributesOf(tag, node.a) }, children)
}

function attributesOf(tag: string, given: ContentElement['a']): Record<string, string> {
  const kept: Record<string, string> = tag === 'img' ? { alt: '' } : {}
  for (const [name, value] of Object.entries(given ?? {})) {
    const attribute = attributes.get(name.toLowerCase())
    if (attribute !== undefined && isSafe(attribute, value)) kept[attribute] = value
  }
  if (kept['target'] === '_blank') kept['rel'] = 'noopener noreferrer'
  return kept
}

function isSafe(attribute: string, value: string): boolean {
  if (attribute === 'href' || attribute === 'src') return isSafeAddress(value)
  if (attribute === 'target') return value === '_blank'
  return true
}

/**
 * An address on the web, a mail address, a phone number, or a path of this site. Browsers drop tabs and line ends
 * inside an address and read a backslash as a slash, so none of them may be in it.
 */
function isSafeAddress(address: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\\]/.test(address)) return false
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(address) || /^\/(?!\/)/.test(address)
}
