/** Forms of secrets that no one writes by accident. Each is written apart, so that this file does not find itself. */
const forms: readonly (readonly [what: string, form: RegExp])[] = [
  ['a private key', new RegExp(['-----BEGIN [A-Z ]{0,30}PRIVATE', ' KEY'].join(''), 'u')],
  ['an access key of AWS', new RegExp(['\\b(?:AK', 'IA|AS', 'IA)[0-9A-Z]{16}\\b'].join(''), 'u')],
  [
    'a token of GitHub',
    new RegExp(['\\bgh', '[opsur]_[A-Za-z0-9]{36}\\b|\\bgithub', '_pat_[A-Za-z0-9_]{60}'].join(''), 'u'),
  ],
  ['a token of GitLab', new RegExp(['\\bgl', 'pat-[A-Za-z0-9_-]{20}\\b'].join(''), 'u')],
  ['a token of npm', new RegExp(['\\bnp', 'm_[A-Za-z0-9]{36}\\b'].join(''), 'u')],
  ['a token of Slack', new RegExp(['\\bxo', 'x[abprs]-[A-Za-z0-9-]{10}'].join(''), 'u')],
  ['a key of Stripe', new RegExp(['\\b[rs]k_', 'live_[A-Za-z0-9]{16}'].join(''), 'u')],
  ['a key of Google', new RegExp(['\\bAI', 'za[A-Za-z0-9_-]{35}\\b'].join(''), 'u')],
  ['a key of SendGrid', new RegExp(['\\bS', 'G\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}\\b'].join(''), 'u')],
  [
    'a password in an address',
    new RegExp(
      [
        '\\b(?:postgres(?:ql)?|smtps?|https?):',
        '//[^\\s:/@"\'`$]{1,64}:[^\\s:/@"\'`${}<…]{12,64}@(?!127\\.0\\.0\\.1|localhost|\\$)',
      ].join(''),
      'u',
    ),
  ],
]

/** The secrets that a text seems to hold: what each is, and its line. */
export const findSecrets = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      forms.filter(([, form]) => form.test(line)).map(([what]) => `${what} in line ${index + 1}`),
    )
