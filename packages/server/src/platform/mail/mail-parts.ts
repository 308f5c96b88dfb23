/** A line of a mail as HTML shows it. */
export type MailBlock =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'row'; readonly label: string; readonly value: string }
  | { readonly kind: 'link'; readonly label: string; readonly href: string }

export interface MailParts {
  /** The preview that a mail program shows beside the subject. */
  readonly preview: string
  readonly body: readonly MailBlock[]
  readonly footer: readonly MailBlock[]
}

/**
 * Reads the text part of a mail for its HTML part, so that both always say the same and the outbox keeps one of them.
 *
 * - `Label: https://…` is a link, if the address is one of the portal's. A bare address is a link named by the subject.
 * - `Label: value` is a row of a table, but never the first line, which says what the mail is about.
 * - A sentence that ends with six digits is a code.
 * - The last paragraph is the footer when it has links, else only the last line is.
 * - A line with the cooperative's name is left out, as the head of the mail shows it.
 */
export function readMailParts(mail: {
  readonly subject: string
  readonly bodyText: string
  readonly coopName: string
  /** The origin of the portal's own links. */
  readonly origin: string
}): MailParts {
  const paragraphs = mail.bodyText
    .split(/\n{2,}/u)
    .map((paragraph) => paragraph.split('\n').filter((line) => line.trim() !== '' && line !== mail.coopName))
    .filter((lines) => lines.length > 0)
  const [opening = '', ...others] = paragraphs.flat()
  const last = paragraphs.at(-1) ?? []
  const read = (line: string): readonly MailBlock[] => readLine(line, mail)
  const footerLines = last.flatMap(read).some(({ kind }) => kind === 'link') ? last.length : 1
  const bodyEnd = Math.max(0, others.length - footerLines)
  return {
    // Mail programs show the preview on lock screens, where a code should not appear.
    preview: [opening, ...others].find((line) => !/\d{6}/u.test(line)) ?? '',
    body: [...readOpening(opening), ...others.slice(0, bodyEnd).flatMap(read)],
    footer: others.slice(bodyEnd).flatMap(read),
  }
}

function readOpening(line: string): readonly MailBlock[] {
  const [, sentence = '', code] = /^(.+) (\d{6})\.$/u.exec(line) ?? []
  return code === undefined
    ? [{ kind: 'line', text: line }]
    : [
        { kind: 'line', text: sentence },
        { kind: 'code', code },
      ]
}

function readLine(
  line: string,
  { subject, origin }: { readonly subject: string; readonly origin: string },
): readonly MailBlock[] {
  const [, label, href = ''] = /^(?:(.+): )?(https?:\/\/\S+)$/u.exec(line) ?? []
  const url = URL.canParse(href) && (label ?? '').length <= 60 ? new URL(href) : null
  // Not the text of the line: other parsers can read another host in it.
  if (url?.origin === origin) return [{ kind: 'link', label: label ?? subject, href: url.href }]
  const [, name = '', value] = /^([^:.?!]+): (.+)$/u.exec(line) ?? []
  return name === '' || name.length > 40 || value === undefined
    ? [{ kind: 'line', text: line }]
    : [{ kind: 'row', label: name, value }]
}
