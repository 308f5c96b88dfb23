/** Markup that is safe to put into a page as it is. Only the `html` tag makes it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Content = Html | string | number | null | false | undefined | readonly Content[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text with the five characters that mean something in HTML made harmless, for content and quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (sign) => entities[sign] ?? sign)

function render(content: Content): string {
  if (content instanceof Html) return content.text
  if (content === null || content === undefined || content === false) return ''
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content))
  return content.map(render).join('')
}

/** Template tag: everything between `${` and `}` is escaped unless it is `Html` itself; lists are joined. */
export const html = (strings: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(strings.map((text, place) => text + render(contents[place])).join(''))
