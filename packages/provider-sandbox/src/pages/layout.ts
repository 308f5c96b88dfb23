import type { Language } from '../hand-off-form.ts'
import { type Html, html } from '../html.ts'
import type { Answer } from '../http.ts'
import { messagesFor } from './messages.ts'
import { stylesheetPath } from './stylesheet.ts'

export interface PageParts {
  readonly status?: number
  readonly language: Language
  readonly title: string
  readonly content: Html
  /** Addresses that a form of this page may end up at after a redirect; a browser refuses all others. */
  readonly formTargets?: readonly string[]
  readonly wide?: boolean
}

function contentSecurityPolicy(formTargets: readonly string[]): string {
  const origins = [...new Set(formTargets.map((target) => new URL(target).origin))]
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ['form-action', "'self'", ...origins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Builds a page without scripts: the banner of the sandbox and one main part. */
export function page({ status = 200, language, title, content, formTargets = [], wide = false }: PageParts): Answer {
  const body = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body>
<header class="strip"><strong class="badge">Sandbox</strong> <span>${messagesFor(language).sandboxNote}</span></header>
<main class="${wide ? 'wide' : 'narrow'}">${content}</main>
</body>
</html>
`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': contentSecurityPolicy(formTargets),
    },
    body: body.text,
  }
}
