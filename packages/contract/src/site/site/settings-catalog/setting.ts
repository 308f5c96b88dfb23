import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { z } from 'zod'
import {
  colorText,
  eitherNumberText,
  flagText,
  linkText,
  localMinuteText,
  moneyText,
  numberText,
  optionalMoneyText,
  ownPathText,
  timeZoneText,
  urlText,
} from './written-forms.ts'

export type SettingKind =
  | 'flag'
  | 'text'
  | 'longText'
  | 'html'
  | 'url'
  | 'link'
  | 'number'
  | 'money'
  | 'choice'
  | 'list'
  | 'object'
  | 'color'

export type SettingGroup =
  | 'feature'
  | 'site settings'
  | 'site configuration'
  | 'payment settings'
  | 'profile'
  | 'draft'
  | 'usage'
  | 'service request'
  | 'outage'
  | 'web content'
  | 'limits'
  | 'look'

/** The readers of the value: any browser, or only the server. */
export type Audience = 'browser' | 'server'

/** One setting of the cooperative, described once: everything that reads, checks, lists or documents settings uses this. */
export interface Setting<Value> {
  readonly kind: SettingKind
  /** Accepts the value as people write it (`"Y"`, `"12.50"`) and as it is kept (`true`, `1250`); returns the latter. */
  readonly schema: z.ZodType<Value>
  /** The value until the cooperative sets another; a missing flag is off (REQ-D-059). */
  readonly default: Value
  readonly group: SettingGroup
  readonly audience: Audience
  /** One sentence for staff about the effect of the setting. */
  readonly does: Readonly<Record<Language, string>>
  /** Ids of the requirements that name it; 'addition: …' when none does. */
  readonly source: string
}

/** A setting's builder: its default, what it does in English and in Spanish, and which requirements name it. */
type Build<Value> = (value: Value, does: string, doesInSpanish: string, source: string) => Setting<Value>

/** Builders for the settings of one group and audience, one for each kind. */
export function settingsOf(group: SettingGroup, audience: Audience = 'browser') {
  const build =
    <Value>(kind: SettingKind, schema: z.ZodType<Value>): Build<Value> =>
    (value, en, es, source) => ({ kind, schema, default: value, group, audience, does: { en, es }, source })
  return {
    flag: build<boolean>('flag', flagText),
    /** One line. */
    text: build<string>(
      'text',
      z
        .string()
        .max(500)
        .regex(/^\P{Cc}*$/u, 'Write it on one line'),
    ),
    longText: build<string>('longText', z.string().max(4_000)),
    /** HTML, sanitized when it is set and again when it is sent. */
    html: build<string>('html', z.string().max(100_000)),
    /** An address elsewhere. */
    url: build<string>('url', urlText),
    /** An address on our own origin or elsewhere. */
    link: build<string>('link', linkText),
    /** A file on our own origin. */
    ownFile: build<string>('link', ownPathText),
    color: build<string>('color', colorText),
    localMinute: build<string>('text', localMinuteText),
    timeZone: build<string>('text', timeZoneText),
    number: (least: number, most: number) => build<number>('number', numberText(least, most)),
    eitherNumber: (one: number, other: number) => build<number>('number', eitherNumberText(one, other)),
    money: build<Cents>('money', moneyText),
    /** An amount that may be absent: empty text means that there is none. */
    optionalMoney: build<Cents | null>('money', optionalMoneyText),
    choice: <const Options extends readonly [string, ...string[]]>(...options: Options) =>
      build<Options[number]>('choice', z.enum(options)),
    list: <Item>(schema: z.ZodType<readonly Item[]>) => build<readonly Item[]>('list', schema),
    object: <Value extends object>(schema: z.ZodType<Value>) => build<Value>('object', schema),
  }
}
